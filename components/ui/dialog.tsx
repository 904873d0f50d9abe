'use client'

import * as Primitive from '@radix-ui/react-dialog'
import { Description } from '@radix-ui/react-dialog'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cn } from '@/lib/ui/cn'
import { X } from 'lucide-react'
import { useBackCloses } from './back-guards'
import { Button } from './button'
import { useSwipeCloses } from './use-swipe-closes'

type Props = ModalProps & {
  description?: ReactNode
  children?: ReactNode
  /** Buttons; the safe one is first and gets the focus. */
  footer?: ReactNode
}

/** Renders a modal dialog, on a phone at the bottom edge. */
export function Dialog({ description, children, footer, className, ...frame }: Props) {
  return (
    <ModalFrame
      {...frame}
      isDescribed={Boolean(description)}
      headClassName="py-2 sm:items-start sm:pt-5 sm:pb-0"
      crossClassName="sm:-mt-1.5"
      footer={footer ? <SheetFooter>{footer}</SheetFooter> : null}
      className={cn(
        'max-h-[94dvh] sm:inset-x-auto sm:top-[12vh] sm:bottom-auto sm:left-1/2 sm:max-h-[calc(88dvh-1rem)] sm:w-[28rem] sm:-translate-x-1/2 sm:animate-rise',
        className,
      )}
    >
      {description ? (
        <Description asChild>
          <div className="text-muted sm:pt-1">{description}</div>
        </Description>
      ) : null}
      {children ? <div className={description ? 'pt-4' : 'pt-1 sm:pt-4'}>{children}</div> : null}
    </ModalFrame>
  )
}

type SheetProps = ModalProps & {
  /** Id for `aria-controls` of a button. */
  id?: string
  children: ReactNode
  /** Buttons that stay visible while the content scrolls. */
  footer?: ReactNode
}

/** Renders a sheet: at the side on a desktop, at the bottom on a phone. */
export function Sheet({ children, footer, className, ...frame }: SheetProps) {
  return (
    <ModalFrame
      {...frame}
      isDescribed={false}
      headClassName="pt-2 pb-2 sm:pt-4"
      titleClassName="truncate"
      footer={footer ? <SheetFooter className="sm:border-t sm:py-4">{footer}</SheetFooter> : null}
      className={cn(
        'max-h-[85dvh] sm:inset-x-auto sm:inset-y-2 sm:right-2 sm:max-h-none sm:w-[26rem] sm:animate-sheet-side',
        className,
      )}
    >
      {children}
    </ModalFrame>
  )
}

/** Props of every modal panel. */
export type ModalProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Button that opens the panel and gets the focus after it closes; without one the focus returns to its previous element. */
  trigger?: ReactNode
  /** Opener outside the frame. Required if a field of the panel has `autoFocus`, which moves the focus first. */
  opener?: RefObject<HTMLElement | null>
  title: string
  /** Name of the close button; null = only a button of the footer closes the panel. */
  closeLabel: string | null
  className?: string
}

type FrameProps = ModalProps & {
  /** Id for `aria-controls` of a button. */
  id?: string
  /** True if the children contain a `Description`. */
  isDescribed: boolean
  headClassName: string
  titleClassName?: string
  crossClassName?: string
  /** Content that scrolls below the header. */
  children: ReactNode
  footer?: ReactNode
}

/**
 * Renders the common parts of sheets and dialogs: scrim, header with handle and close button, closing by Escape, Back and
 * swipe, and the return of the focus.
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
              <Primitive.Title className={cn('wrap-anywhere min-w-0 text-lg', titleClassName)}>
                {title}
              </Primitive.Title>
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

/** Makes the browser confirm a reload or closed tab while only a button of the footer may close the panel. */
function useHoldsPage(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isHeld])
}

/** Renders the handle of a sheet on a phone. */
export function SheetHandle({ className = 'sm:hidden' }: { className?: string }) {
  return (
    <span aria-hidden className={cn('mx-auto mt-2 block h-1 w-9 rounded-full bg-border-strong', className)} />
  )
}

/** Renders the sticky buttons of a sheet, the safe one first; on a phone the last fills the remaining width. */
export function SheetFooter({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={cn(
        'flex shrink-0 flex-wrap justify-end gap-2 px-5 pb-5 max-sm:border-t max-sm:pt-3 max-sm:*:last:grow',
        className,
      )}
    >
      {children}
    </div>
  )
}
