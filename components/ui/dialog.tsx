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
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opens it, and that has the focus again when it closes; without one it goes back where it was. */
  trigger?: ReactNode
  title: string
  description?: ReactNode
  /** Name of the closing cross. */
  closeLabel: string
  children?: ReactNode
  /** Verbs, the safe one first: it takes the focus. */
  footer?: ReactNode
  className?: string
}

/**
 * A modal dialog; on a phone it is a sheet at the bottom, with a sheet's handle and verbs. Escape and the cross close it,
 * under a thumb Back too, and on a phone a pull at its head.
 */
export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
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
          {...(description ? {} : { 'aria-describedby': undefined })}
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
            'inset-x-0 bottom-0 max-h-[94dvh] animate-sheet rounded-t-xl pb-[env(safe-area-inset-bottom)]',
            'sm:inset-x-auto sm:top-[12vh] sm:bottom-auto sm:left-1/2 sm:max-h-[calc(88dvh-1rem)] sm:w-[28rem] sm:-translate-x-1/2 sm:animate-rise sm:rounded-xl sm:pb-0',
            className,
          )}
        >
          <div {...grip} className="shrink-0 max-sm:touch-none max-sm:select-none">
            <SheetHandle />
            <div className="flex items-center justify-between gap-4 px-5 py-2 sm:items-start sm:pt-5 sm:pb-0">
              <Primitive.Title className="text-lg">{title}</Primitive.Title>
              <Primitive.Close asChild>
                <Button variant="quiet" size="icon" aria-label={closeLabel} className="-mr-2 sm:-mt-1.5">
                  <X aria-hidden className="size-4" />
                </Button>
              </Primitive.Close>
            </div>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5">
            {description ? (
              <Primitive.Description asChild>
                <div className="text-muted sm:pt-1">{description}</div>
              </Primitive.Description>
            ) : null}
            {children ? <div className={description ? 'pt-4' : 'pt-1 sm:pt-4'}>{children}</div> : null}
          </div>
          {footer ? <SheetFooter>{footer}</SheetFooter> : null}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
