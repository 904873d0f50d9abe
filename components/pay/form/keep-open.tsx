import { type ReactNode, useEffect, useRef } from 'react'
import { payForm } from '@/lib/messages/pay-form'
import { cn } from '@/lib/ui/cn'

type Props = {
  busy: boolean
  /** Content that the line replaces while the form is busy. Its space stays reserved, so the layout does not move. */
  children?: ReactNode
}

/**
 * Renders the line below a form's button that asks the payer to keep the page open while the form is sent. The text is
 * too long for the button. Without children the line takes no space and lies in the gap around the form (`gap-4` above
 * it). The line scrolls into view only if the button is visible: on a short screen it may be below the edge, but a payer
 * who submits from a field far above keeps their scroll position.
 */
export function KeepOpen({ busy, children }: Props) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (busy && isButtonSeen(line.current)) line.current?.scrollIntoView({ block: 'nearest' })
  }, [busy])
  return (
    <div className={cn(children ? 'grid min-h-4 *:[grid-area:1/1]' : 'relative -mt-4 h-0')}>
      {children ? <div className={cn(busy && 'invisible')}>{children}</div> : null}
      {/* The element always exists, so that screen readers announce its text when it appears. */}
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
