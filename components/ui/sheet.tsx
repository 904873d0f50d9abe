'use client'

import { X } from 'lucide-react'
import * as Primitive from 'radix-ui/dialog'
import { type ReactNode, useRef } from 'react'
import { cn } from '@/lib/ui/cn'
import { Button } from './button'
import { SheetFooter, SheetHandle } from './sheet-parts'
import { useBackCloses } from './use-back-closes'
import { useSwipeCloses } from './use-swipe-closes'

type Props = {
  /** For the button that says what it controls. */
  id?: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opens it, and that has the focus again when it closes; without one it goes back where it was. */
  trigger?: ReactNode
  title: string
  /** Name of the closing cross. */
  closeLabel: string
  children: ReactNode
  /** Verbs that stay in sight while the rest scrolls. */
  footer?: ReactNode
  className?: string
}

/**
 * What belongs to the page and needs room of its own: beside it on a desk, from below on a phone, where a pull at its
 * head and Back close it too.
 */
export function Sheet({
  id,
  open,
  onOpenChange,
  trigger,
  title,
  closeLabel,
  children,
  footer,
  className,
}: Props) {
  const focused = useRef<Element | null>(null)
  const close = () => onOpenChange(false)
  const { panel, grip } = useSwipeCloses(close)
  useBackCloses(open, close)
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Primitive.Trigger asChild>{trigger}</Primitive.Trigger> : null}
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Primitive.Content
          ref={panel}
          {...(id ? { id } : {})}
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            focused.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            if (trigger) return
            event.preventDefault()
            if (focused.current instanceof HTMLElement) focused.current.focus()
          }}
          className={cn(
            'fixed z-50 flex flex-col overflow-hidden bg-raised shadow-float',
            'inset-x-0 bottom-0 max-h-[85dvh] animate-sheet rounded-t-xl pb-[env(safe-area-inset-bottom)]',
            'sm:inset-x-auto sm:inset-y-2 sm:right-2 sm:max-h-none sm:w-[26rem] sm:animate-sheet-side sm:rounded-xl sm:pb-0',
            className,
          )}
        >
          <div {...grip} className="shrink-0 max-sm:touch-none max-sm:select-none">
            <SheetHandle />
            <div className="flex items-center justify-between gap-4 px-5 pt-2 pb-2 sm:pt-4">
              <Primitive.Title className="min-w-0 truncate text-lg">{title}</Primitive.Title>
              <Primitive.Close asChild>
                <Button variant="quiet" size="icon" aria-label={closeLabel} className="-mr-2">
                  <X aria-hidden className="size-4" />
                </Button>
              </Primitive.Close>
            </div>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
          {footer ? <SheetFooter className="sm:border-t sm:py-4">{footer}</SheetFooter> : null}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
