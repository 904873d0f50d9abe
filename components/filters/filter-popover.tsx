'use client'

import * as Popover from 'radix-ui/popover'
import type { ReactNode, RefObject } from 'react'

type Props = {
  id: string
  name: string
  /** The button that opened it: it hangs there, and the focus returns there. */
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
  children: ReactNode
}

/** The choices of one filter, open as long as this is mounted. */
export function FilterPopover({ id, name, button, onClose, children }: Props) {
  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Popover.Anchor virtualRef={button} />
      <Popover.Portal>
        <Popover.Content
          id={id}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={name}
          // The button closes by its own click; closed here first, it would open again.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            button.current?.focus()
          }}
          className="z-50 w-76 max-w-[calc(100vw-1.5rem)] animate-rise rounded-lg bg-raised p-1.5 shadow-float outline-none"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
