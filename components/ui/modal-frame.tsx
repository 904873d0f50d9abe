'use client'

import * as Primitive from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cn } from '@/lib/ui/cn'
import { Button } from './button'
import { SheetHandle } from './sheet-parts'
import { useBackCloses } from './use-back-closes'
import { useSwipeCloses } from './use-swipe-closes'

/** What every modal panel is given by whoever opens it. */
export type ModalProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opens it, and that has the focus again when it closes; without one it goes back where it was. */
  trigger?: ReactNode
  /** An opener outside the frame. Required where a field of the panel has `autoFocus`, which moves the focus first. */
  opener?: RefObject<HTMLElement | null>
  title: string
  /** Name of the closing cross; null = only a button of the footer closes it. */
  closeLabel: string | null
  className?: string
}

type FrameProps = ModalProps & {
  /** For the button that says what it controls. */
  id?: string
  /** A `Description` stands among the children. */
  isDescribed: boolean
  headClassName: string
  titleClassName?: string
  crossClassName?: string
  /** What scrolls under the head. */
  children: ReactNode
  footer?: ReactNode
}

/**
 * What a sheet and a dialog have in common: the scrim, the head with its handle and cross, the ways to close (Escape, the
 * cross, under a thumb Back and a pull at the head), and where the focus goes afterwards.
 */
export function ModalFrame({
  id,
  open,
  onOpenChange,
  trigger,
  opener,
  title,
  closeLabel,
  isDescribed,
  className,
  headClassName,
  titleClassName,
  crossClassName,
  children,
  footer,
}: FrameProps) {
  const focused = useRef<Element | null>(null)
  const isHeld = closeLabel === null
  const change = (isOpen: boolean) => (isHeld ? undefined : onOpenChange(isOpen))
  const close = () => change(false)
  const { panel, grip } = useSwipeCloses(close)
  useBackCloses(open, close)
  useHoldsPage(open && isHeld)
  return (
    <Primitive.Root open={open} onOpenChange={change}>
      {trigger ? <Primitive.Trigger asChild>{trigger}</Primitive.Trigger> : null}
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Primitive.Content
          ref={panel}
          {...(id ? { id } : {})}
          {...(isDescribed ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => {
            focused.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            if (trigger) return
            event.preventDefault()
            const target = opener?.current ?? focused.current
            if (target instanceof HTMLElement) target.focus()
          }}
          className={cn(
            'fixed inset-x-0 bottom-0 z-50 flex animate-sheet flex-col overflow-hidden rounded-t-xl bg-raised pb-[env(safe-area-inset-bottom)] shadow-float sm:rounded-xl sm:pb-0',
            className,
          )}
        >
          <div {...grip} className="shrink-0 max-sm:touch-none max-sm:select-none">
            <SheetHandle />
            <div className={cn('flex items-center justify-between gap-4 px-5', headClassName)}>
              <Primitive.Title className={cn('text-lg', titleClassName)}>{title}</Primitive.Title>
              {isHeld ? null : (
                <Primitive.Close asChild>
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={closeLabel}
                    className={cn('-mr-2', crossClassName)}
                  >
                    <X aria-hidden className="size-4" />
                  </Button>
                </Primitive.Close>
              )}
            </div>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5 [--panel-pad:1.25rem] has-data-panel-foot:flex has-data-panel-foot:flex-col has-data-panel-foot:scroll-pb-20 has-data-panel-foot:*:shrink-0 has-data-panel-foot:*:grow">
            {children}
          </div>
          {footer}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Lets the browser ask before a reload or a closed tab loses what only a button of the footer may close. */
function useHoldsPage(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isHeld])
}
