import type { ReactNode } from 'react'

/**
 * The verbs that end the form of a panel or a sheet, in sight while the rest of it scrolls, and at the end of a sheet
 * that is taller than its form. Reaches through the padding of what scrolls, which that tells as `--panel-pad`. Where it
 * would leave the form no room it scrolls as well.
 */
export function PanelFoot({ children }: { children: ReactNode }) {
  return (
    <div
      data-panel-foot
      className="sticky mt-auto -bottom-(--panel-pad) z-[2] -mx-(--panel-pad) -mb-(--panel-pad) flex justify-end gap-2 border-t bg-raised px-(--panel-pad) pt-3 pb-[max(0.75rem,var(--panel-pad))] [@media(height<20rem)]:static"
    >
      {children}
    </div>
  )
}
