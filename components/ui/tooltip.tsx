import * as Primitive from '@radix-ui/react-tooltip'
import { type FocusEvent, type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { cn } from '@/lib/ui/cn'

const OPEN_DELAY_MS = 350

type Props = {
  content: ReactNode
  side?: 'top' | 'right' | 'bottom'
  className?: string
  children: ReactNode
}

/** Renders an explanation on hover, focus and, unless the child is a link, a tap. The child must be focusable. */
export function Tooltip({ content, side = 'top', className, children }: Props) {
  const [open, setOpen] = useState(false)
  const tapOpens = useRef(false)
  return (
    <Primitive.Provider delayDuration={OPEN_DELAY_MS}>
      <Primitive.Root open={open} onOpenChange={setOpen}>
        <Primitive.Trigger
          asChild
          onPointerDown={(event: PointerEvent) => {
            const isLink = event.currentTarget.matches('a[href]')
            tapOpens.current = event.pointerType === 'touch' && !open && !isLink
          }}
          onClick={(event: MouseEvent) => {
            if (!tapOpens.current) return
            tapOpens.current = false
            // A press closes the tooltip by default.
            event.preventDefault()
            setOpen(true)
          }}
          onFocus={(event: FocusEvent) => {
            // A dialog that closes returns the focus to a button, which needs no explanation then.
            if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
          }}
        >
          {children}
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className={cn(
              'z-50 w-max max-w-72 animate-fade rounded-md bg-text px-2.5 py-1.5 text-canvas text-xs shadow-float',
              className,
            )}
          >
            {content}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
