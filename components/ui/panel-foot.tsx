import type { ReactNode } from 'react'

/**
 * Renders the sticky buttons of a panel's form, at the end of a sheet that is taller than its form. It extends through the
 * padding of the scroll container, `--panel-pad`. On a low screen it scrolls with the form.
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
