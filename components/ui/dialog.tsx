import * as Primitive from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { cn } from '@/lib/ui/cn'
import { useBackCloses } from './back-guards'
import { Button } from './button'
import { useSwipeCloses } from './use-swipe-closes'

type ModalProps = {
  open?: boolean
  onClose: () => void
  /** Opener outside the frame. Required if a field of the panel has `autoFocus`, which moves the focus first. */
  opener?: RefObject<HTMLElement | null>
  title: string
  className?: string
  children?: ReactNode
}

type DialogProps = ModalProps & {
  description?: ReactNode
  /** Buttons; the safe one is first and gets the focus. */
  footer?: ReactNode
  /** True if only a button of the footer closes the dialog. */
  isHeld?: boolean
}

/** Renders a modal dialog, on a phone at the bottom edge. */
export function Dialog({ description, children, footer, className, ...frame }: DialogProps) {
  return (
    <ModalFrame
      {...frame}
      isDescribed={Boolean(description)}
      headClassName="py-2 sm:items-start sm:pt-5 sm:pb-0"
      crossClassName="sm:-mt-1.5"
      footer={
        footer ? (
          // On a phone the last button fills the remaining width.
          <div className="flex shrink-0 flex-wrap justify-end gap-2 px-5 pb-5 max-sm:border-t max-sm:pt-3 max-sm:*:last:grow">
            {footer}
          </div>
        ) : null
      }
      className={cn(
        'max-h-[94dvh] sm:inset-x-auto sm:top-[12vh] sm:bottom-auto sm:left-1/2 sm:max-h-[calc(88dvh-1rem)] sm:w-[28rem] sm:-translate-x-1/2 sm:animate-rise',
        className,
      )}
    >
      {description ? (
        <Primitive.Description asChild>
          <div className="text-muted sm:pt-1">{description}</div>
        </Primitive.Description>
      ) : null}
      {children ? <div className={description ? 'pt-4' : 'pt-1 sm:pt-4'}>{children}</div> : null}
    </ModalFrame>
  )
}

type SheetProps = ModalProps & {
  /** Id for `aria-controls` of a button. */
  id?: string
}

/** Renders a sheet: at the side on a desktop, at the bottom on a phone. */
export function Sheet({ className, ...frame }: SheetProps) {
  return (
    <ModalFrame
      {...frame}
      isDescribed={false}
      headClassName="pt-2 pb-2 sm:pt-4"
      titleClassName="truncate"
      className={cn(
        'max-h-[85dvh] sm:inset-x-auto sm:inset-y-2 sm:right-2 sm:max-h-none sm:w-[26rem] sm:animate-sheet-side',
        className,
      )}
    />
  )
}

type FrameProps = SheetProps & {
  isHeld?: boolean
  /** True if the children contain a `Description`. */
  isDescribed: boolean
  headClassName: string
  titleClassName?: string
  crossClassName?: string
  footer?: ReactNode
}

/** Renders the common parts of sheets and dialogs: scrim, header, closing by Escape, Back and swipe, return of the focus. */
function ModalFrame({ id, open = true, onClose, opener, isHeld = false, isDescribed, ...parts }: FrameProps) {
  const t = useTexts()
  const focused = useRef<Element | null>(null)
  const close = () => {
    if (isHeld) return
    // The change of the address that closes it may still be on its way.
    panel.current?.setAttribute('data-leaving', '')
    onClose()
  }
  const { panel, grip } = useSwipeCloses(close)
  useBackCloses(open, close)
  const holdsPage = open && isHeld
  // The browser confirms a reload or closed tab while only a button of the footer may close the panel.
  useEffect(() => {
    if (!holdsPage) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [holdsPage])
  return (
    <Primitive.Root open={open} onOpenChange={close}>
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
            event.preventDefault()
            const target = opener?.current ?? focused.current
            if (target instanceof HTMLElement) target.focus()
          }}
          className={cn(
            'fixed inset-x-0 bottom-0 z-50 flex animate-sheet flex-col overflow-hidden rounded-t-xl bg-raised pb-[env(safe-area-inset-bottom)] shadow-float sm:rounded-xl sm:pb-0',
            parts.className,
          )}
        >
          <div {...grip} className="shrink-0 max-sm:touch-none max-sm:select-none">
            <SheetHandle className="sm:hidden" />
            <div className={cn('flex items-center justify-between gap-4 px-5', parts.headClassName)}>
              <Primitive.Title className={cn('wrap-anywhere min-w-0 text-lg', parts.titleClassName)}>
                {parts.title}
              </Primitive.Title>
              {isHeld ? null : (
                <Primitive.Close asChild>
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={t('common.close')}
                    className={cn('-mr-2', parts.crossClassName)}
                    Icon={X}
                  />
                </Primitive.Close>
              )}
            </div>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5 [--panel-pad:1.25rem] has-data-panel-foot:flex has-data-panel-foot:flex-col has-data-panel-foot:scroll-pb-20 has-data-panel-foot:*:shrink-0 has-data-panel-foot:*:grow">
            {parts.children}
          </div>
          {parts.footer}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

export function SheetHandle({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cn('mx-auto mt-2 block h-1 w-9 rounded-full bg-border-strong', className)} />
  )
}
