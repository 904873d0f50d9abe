import * as Primitive from '@radix-ui/react-dropdown-menu'
import { Check, type LucideIcon } from 'lucide-react'
import {
  type ComponentProps,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { cn } from '@/lib/ui/cn'
import { useBackCloses } from './back-guards'
import { SheetHandle } from './dialog'
import { useSwipeCloses } from './use-swipe-closes'

const itemClasses = cn(
  'hit flex cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 text-base outline-none',
  'data-highlighted:bg-accent-soft data-disabled:opacity-50',
)

export type MenuProps = {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom' | 'right'
}

/** Renders an open menu. Opened by key, it focuses the first item. */
export function OpenMenu({ trigger, children, align = 'end', side, byKey }: MenuProps & { byKey: boolean }) {
  const begun = useRef(!byKey)
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  const { panel, grip } = useSwipeCloses(close)
  useBackCloses(open, close)
  const scrim = useRef<HTMLDivElement>(null)
  /** True if the menu was open at the touch start on its button; null for a mouse. */
  const touchedOpen = useRef<boolean | null>(null)
  // A touch opens the menu when it ends: opened at its start, the menu would get the click.
  function touch(event: PointerEvent) {
    touchedOpen.current = event.pointerType === 'mouse' ? null : open
    if (event.pointerType !== 'mouse') event.preventDefault()
  }
  function lift() {
    if (touchedOpen.current !== null) setOpen(!touchedOpen.current)
    touchedOpen.current = null
  }
  function begin(event: FocusEvent<HTMLDivElement>) {
    if (begun.current || event.target !== event.currentTarget) return
    begun.current = true
    event.currentTarget.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
  }
  return (
    <Primitive.Root modal={false} open={open} onOpenChange={setOpen}>
      <Primitive.Trigger asChild onPointerDown={touch} onClick={lift}>
        {trigger}
      </Primitive.Trigger>
      {open
        ? createPortal(
            // biome-ignore lint/a11y/noStaticElementInteractions: Escape and Back close the menu as well
            // biome-ignore lint/a11y/useKeyWithClickEvents: likewise
            <div
              ref={scrim}
              onClick={close}
              className="menu-scrim fixed inset-0 z-40 animate-fade bg-scrim"
            />,
            document.body,
          )
        : null}
      <Primitive.Portal>
        <Primitive.Content
          ref={panel}
          data-menu
          align={align}
          {...(side ? { side } : {})}
          sideOffset={6}
          collisionPadding={8}
          onFocus={begin}
          // The scrim takes the whole tap: closed at its start, the element beneath would get the click.
          onPointerDownOutside={(event) => {
            if (event.detail.originalEvent.target === scrim.current) event.preventDefault()
          }}
          className="z-50 min-w-52 animate-rise rounded-lg bg-raised p-1 shadow-float print:hidden"
        >
          {/* The menu has a sheet's handle at the bottom edge, which is not an item and gets no focus. */}
          <div
            {...grip}
            className="-mx-2 -mt-2 mb-1 hidden touch-none select-none pb-2 pointer-coarse:max-sm:block"
          >
            <SheetHandle />
          </div>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Renders one action or, with `asChild`, one link. */
export function MenuItem({
  Icon,
  danger = false,
  className,
  children,
  ...rest
}: ComponentProps<typeof Primitive.Item> & { Icon?: LucideIcon; danger?: boolean }) {
  return (
    <Primitive.Item className={cn(itemClasses, danger && 'text-danger', className)} {...rest}>
      {rest.asChild ? (
        children
      ) : (
        <>
          {Icon ? <Icon aria-hidden className={cn('size-4', !danger && 'text-muted')} /> : null}
          {children}
        </>
      )}
    </Primitive.Item>
  )
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-2.5 pt-2 pb-1 text-muted text-xs">{children}</Primitive.Label>
}

/** Renders the subject of a menu at the bottom edge, where it is not beside its row. */
export function MenuSubject({ children }: { children: string }) {
  return (
    <Primitive.Label
      dir="auto"
      className="hidden truncate px-2.5 pt-2 pb-2.5 font-medium pointer-coarse:max-sm:block"
    >
      {children}
    </Primitive.Label>
  )
}

export function MenuSeparator() {
  return <Primitive.Separator className="my-1 h-px bg-border" />
}

type RadioProps = {
  value: string
  options: readonly { value: string; label: string; Icon?: LucideIcon }[]
  onChange: (value: string) => void
}

export function MenuRadio({ value, options, onChange }: RadioProps) {
  return (
    <Primitive.RadioGroup value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Primitive.RadioItem key={option.value} value={option.value} className={itemClasses}>
          {option.Icon ? <option.Icon aria-hidden className="size-4 text-muted" /> : null}
          <span className="grow">{option.label}</span>
          <Primitive.ItemIndicator>
            <Check aria-hidden className="size-4 text-accent-text" />
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  )
}
