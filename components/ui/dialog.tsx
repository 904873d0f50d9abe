'use client'

import { Description } from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'
import { ModalFrame, type ModalProps } from './modal-frame'
import { SheetFooter } from './sheet-parts'

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
