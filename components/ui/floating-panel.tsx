'use client'

import * as Popover from '@radix-ui/react-popover'
import { type ReactNode, type RefObject, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cn } from '@/lib/ui/cn'
import { Sheet } from './sheet'
import { IN_SHEET, useMedia } from './use-media'

type Props = {
  id: string
  /** What the panel is for, read when it opens. */
  name: string
  /** The button that opened it: it hangs there, and the focus returns there. */
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
  /** Which of its edges lies under the same edge of the button. */
  align?: 'start' | 'end'
  className?: string
  /** With the name of its closing cross it is a sheet where the screen is narrow or low. */
  sheetCloseLabel?: string | undefined
  children: ReactNode
}

/** From the edge of the screen, and of what stands there. */
const EDGE_PX = 12

/** A panel does not lie over the rail beside the page's own part. */
function leftEdge(button: HTMLElement | null): number {
  return EDGE_PX + Math.max(0, button?.closest('main')?.getBoundingClientRect().left ?? 0)
}

/** What hangs on a button, open as long as this is mounted. */
export function FloatingPanel({
  id,
  name,
  button,
  onClose,
  align = 'start',
  className,
  sheetCloseLabel,
  children,
}: Props) {
  const inSheet = useMedia(IN_SHEET)
  const scrim = useRef<HTMLDivElement>(null)
  const change = (open: boolean) => (open ? undefined : onClose())
  if (sheetCloseLabel && inSheet)
    return (
      <Sheet
        id={id}
        open
        onOpenChange={change}
        opener={button}
        title={name}
        closeLabel={sheetCloseLabel}
        className="max-h-[94dvh]"
      >
        {children}
      </Sheet>
    )
  return (
    <Popover.Root open onOpenChange={change}>
      <Popover.Anchor virtualRef={button} />
      {createPortal(
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel as well
        // biome-ignore lint/a11y/useKeyWithClickEvents: likewise
        <div ref={scrim} onClick={onClose} className="fixed inset-0 z-40" />,
        document.body,
      )}
      <Popover.Portal>
        <Popover.Content
          id={id}
          align={align}
          sideOffset={6}
          collisionPadding={{ top: EDGE_PX, right: EDGE_PX, bottom: EDGE_PX, left: leftEdge(button.current) }}
          aria-label={name}
          // Left to itself the first button is focused, be it one that removes what the link before it leads to; a
          // field goes before both.
          onOpenAutoFocus={(event) => {
            const panel = event.currentTarget
            if (!(panel instanceof Element) || panel.querySelector('input, select, textarea')) return
            const first = panel.querySelector('a[href], button')
            if (!(first instanceof HTMLAnchorElement)) return
            event.preventDefault()
            first.focus()
          }}
          // As in a menu, the arrows lead from choice to choice, and the page beneath stays where it is.
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            if (!(event.target instanceof HTMLAnchorElement)) return
            const choices = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[href]')]
            event.preventDefault()
            choices[choices.indexOf(event.target) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
          }}
          // A press beside it closes it and no more: gone at its beginning, what lies beneath would be pressed by its end.
          onInteractOutside={(event) => {
            const { target } = event
            // Its own button closes it by itself, and what stands above the scrim takes the press.
            const ofButton = target instanceof Node && button.current?.contains(target)
            if (target === scrim.current || ofButton) event.preventDefault()
          }}
          // This comes a task after the close: a panel that the same press opened may have the focus by then, and one
          // that loses it closes.
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (document.activeElement === document.body) button.current?.focus()
          }}
          className={cn(
            'z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1.5rem)] animate-rise overflow-y-auto rounded-lg bg-raised p-1.5 shadow-float outline-none',
            className,
          )}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
