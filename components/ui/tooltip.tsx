'use client'

import * as Primitive from 'radix-ui/tooltip'
import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

/** Put once around the screens: it shares the opening delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Primitive.Provider delayDuration={350}>{children}</Primitive.Provider>
}

/** An explanation on hover and on focus. The child must be able to take the focus. */
export function Tooltip({
  content,
  side = 'top',
  className,
  children,
}: {
  content: ReactNode
  side?: 'top' | 'right' | 'bottom'
  className?: string
  children: ReactNode
}) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-50 max-w-72 animate-fade rounded-md bg-text px-2.5 py-1.5 text-canvas text-xs shadow-float',
            className,
          )}
        >
          {content}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
