import type { ReactNode } from 'react'
import { payForm } from '@/lib/messages/pay-form'
import { cn } from '@/lib/ui/cn'

type Props = {
  busy: boolean
  /** What stands there before; it keeps its room, so that nothing moves. */
  children?: ReactNode
}

/** The line below a form's button: while the form is on its way, that the page must stay. Too long for the button itself. */
export function KeepOpen({ busy, children }: Props) {
  return (
    <div className="grid min-h-4 *:[grid-area:1/1]">
      <div className={cn(busy && 'invisible')}>{children}</div>
      {/* Always there, so that a screen reader hears it arrive. */}
      <p role="status" className="text-center font-medium text-xs">
        {busy ? payForm.keepOpen : null}
      </p>
    </div>
  )
}
