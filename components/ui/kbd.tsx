import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

/** Renders a key of the keyboard. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cn(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-sm border bg-sunken px-1 font-medium font-sans text-muted text-xs',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
