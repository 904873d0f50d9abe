'use client'

import { X } from 'lucide-react'
import * as Primitive from 'radix-ui/dialog'
import { type ReactNode, useRef } from 'react'
import { cn } from '@/lib/ui/cn'
import { Button } from './button'
import { useBackCloses } from './use-back-closes'

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

/** A modal dialog; on a phone it is a sheet at the bottom. Escape and the cross close it, under a thumb Back too. */
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
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Primitive.Trigger asChild>{trigger}</Primitive.Trigger> : null}
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Primitive.Content
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
            'fixed z-50 flex max-h-[calc(100dvh-2rem)] animate-rise flex-col overflow-auto bg-raised shadow-float',
            'inset-x-0 bottom-0 rounded-t-xl pb-[env(safe-area-inset-bottom)] sm:inset-x-auto sm:pb-0 sm:top-[12vh] sm:bottom-auto sm:left-1/2 sm:w-[28rem] sm:-translate-x-1/2 sm:rounded-xl',
            className,
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-5">
            <Primitive.Title className="text-lg">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <Button variant="quiet" size="icon" aria-label={closeLabel} className="-mt-1.5 -mr-2">
                <X aria-hidden className="size-4" />
              </Button>
            </Primitive.Close>
          </div>
          {description ? (
            <Primitive.Description asChild>
              <div className="px-5 pt-1 text-muted">{description}</div>
            </Primitive.Description>
          ) : null}
          {children ? <div className="px-5 pt-4">{children}</div> : null}
          <div className="flex flex-wrap justify-end gap-2 p-5">{footer}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
