import { type ReactNode, useEffect, useRef } from 'react'
import { payForm } from '@/lib/messages/pay-form'
import { cn } from '@/lib/ui/cn'

type Props = {
  busy: boolean
  /** What stands there before; it keeps its room, so that nothing moves. */
  children?: ReactNode
}

/**
 * The line below a form's button: while the form is on its way, that the page must stay. Too long for the button itself.
 * Where nothing stands there before, it takes no room of its own but lies in what surrounds the form (`gap-4` above it).
 * It comes into sight by itself where the button is: on a low screen that may be the last thing seen. Who sends the form
 * from a field far above stays there.
 */
export function KeepOpen({ busy, children }: Props) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (busy && isButtonSeen(line.current)) line.current?.scrollIntoView({ block: 'nearest' })
  }, [busy])
  return (
    <div className={cn(children ? 'grid min-h-4 *:[grid-area:1/1]' : 'relative -mt-4 h-0')}>
      {children ? <div className={cn(busy && 'invisible')}>{children}</div> : null}
      {/* Always there, so that a screen reader hears it arrive. */}
      <p
        ref={line}
        role="status"
        className={cn(
          'scroll-mb-4 text-center font-medium text-xs',
          !children && 'absolute inset-x-0 leading-4 sm:leading-6',
        )}
      >
        {busy ? payForm.keepOpen : null}
      </p>
    </div>
  )
}

function isButtonSeen(line: HTMLElement | null): boolean {
  const button = line?.closest('form')?.querySelector('[type=submit]')?.getBoundingClientRect()
  return button !== undefined && button.bottom > 0 && button.top < window.innerHeight
}
