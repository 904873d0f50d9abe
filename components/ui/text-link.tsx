import { Root as Slot } from '@radix-ui/react-slot'
import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

/** Renders a link within text: `children` is the anchor. It is always underlined, since color alone does not distinguish it. */
export function TextLink({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Slot
      className={cn(
        'rounded-sm text-accent-text underline decoration-accent-text/40 underline-offset-3 transition-colors hover:decoration-accent-text',
        className,
      )}
    >
      {children}
    </Slot>
  )
}
