'use client'

import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'
import { ModalFrame, type ModalProps } from './modal-frame'
import { SheetFooter } from './sheet-parts'

type Props = ModalProps & {
  /** Id for `aria-controls` of a button. */
  id?: string
  children: ReactNode
  /** Buttons that stay visible while the content scrolls. */
  footer?: ReactNode
}

/** Renders a sheet: at the side on a desktop, at the bottom on a phone. */
export function Sheet({ children, footer, className, ...frame }: Props) {
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
