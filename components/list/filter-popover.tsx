import * as Popover from '@radix-ui/react-popover'
import { type ReactNode, type RefObject, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Sheet } from '@/components/ui/dialog'
import { IN_SHEET, useMedia } from '@/components/ui/use-media'
import { cn } from '@/lib/ui/cn'

/** The width of a popover by its content: a list of labels, a list of titles, a form, or as wide as its choices. */
export type FilterWidth = 'list' | 'titles' | 'form' | 'choices'

const WIDTHS: Record<FilterWidth, string> = {
  list: 'w-76',
  titles: 'w-96',
  form: 'w-76 scroll-pb-20 p-(--panel-pad) [--panel-pad:0.75rem]',
  choices: 'w-max scroll-pb-20 p-0 [--panel-pad:0rem]',
}

export type FilterPanel = {
  name: string
  /** Edge that is aligned with the same edge of the button. */
  align?: 'start' | 'end'
  width: FilterWidth
}

type Props = FilterPanel & {
  id: string
  /** Button at which the panel is positioned, and to which the focus returns. */
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
  children: ReactNode
}

/** Distance from the edge of the screen or the rail, pixels. */
const EDGE_PX = 12

/** Returns the left limit of a panel, which must not cover the rail. */
function leftEdge(button: HTMLElement | null): number {
  return EDGE_PX + Math.max(0, button?.closest('main')?.getBoundingClientRect().left ?? 0)
}

/** Renders the choices of one filter at its button, or in a sheet on a narrow or low screen; open while it is mounted. */
export function FilterPopover({ id, name, button, onClose, align = 'start', width, children }: Props) {
  const inSheet = useMedia(IN_SHEET)
  const scrim = useRef<HTMLDivElement>(null)
  if (inSheet)
    return (
      <Sheet id={id} onClose={onClose} opener={button} title={name} className="max-h-[94dvh]">
        {children}
      </Sheet>
    )
  return (
    <Popover.Root open onOpenChange={onClose}>
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
          // The first button, which may remove something, gets the focus by default. A field takes precedence.
          onOpenAutoFocus={(event) => {
            const panel = event.currentTarget
            if (!(panel instanceof Element) || panel.querySelector('input, select, textarea')) return
            const first = panel.querySelector('a[href], button')
            if (!(first instanceof HTMLAnchorElement)) return
            event.preventDefault()
            first.focus()
          }}
          // Arrows move between choices, as in a menu, and do not scroll the page.
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            if (!(event.target instanceof HTMLAnchorElement)) return
            const choices = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[href]')]
            event.preventDefault()
            choices[choices.indexOf(event.target) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
          }}
          // A press outside only closes the panel: closed on pointerdown, the element beneath would get the click.
          onInteractOutside={(event) => {
            const { target } = event
            // The panel's button closes it itself, and elements above the scrim handle their press.
            const ofButton = target instanceof Node && button.current?.contains(target)
            if (target === scrim.current || ofButton) event.preventDefault()
          }}
          // The event follows the close by a task. A panel that the same press opened may have the focus, and one
          // that loses it closes.
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (document.activeElement === document.body) button.current?.focus()
          }}
          className={cn(
            'z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1.5rem)] animate-rise overflow-y-auto rounded-lg bg-raised p-1.5 shadow-float outline-none',
            WIDTHS[width],
          )}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
