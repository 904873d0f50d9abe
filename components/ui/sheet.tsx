'use client'

import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'
import { ModalFrame, type ModalProps } from './modal-frame'
import { SheetFooter } from './sheet-parts'

type Props = ModalProps & {
  /** For the button that says what it controls. */
  id?: string
  children: ReactNode
  /** Verbs that stay in sight while the rest scrolls. */
  footer?: ReactNode
}

/** What belongs to the page and needs room of its own: beside it on a desk, from below on a phone. */
export function Sheet({ children, footer, className, ...frame }: Props) {
  return (
    <ModalFrame
      {...frame}
      isDescribed={false}
      headClassName="pt-2 pb-2 sm:pt-4"
      titleClassName="min-w-0 truncate"
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
