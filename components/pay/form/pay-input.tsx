import type { ComponentProps } from 'react'
import { Input } from '@/components/ui/input'
import { cn } from '@/lib/ui/cn'

/**
 * Renders an input that is larger than the dashboard's, for a form that is filled in once, with a card at hand. Scrolled
 * into view, it keeps a distance to the window's edges, so that its label, the heading above and an error below stay
 * visible.
 */
export function PayInput({ className, ...rest }: ComponentProps<typeof Input>) {
  return <Input {...rest} className={cn('min-h-11 scroll-mt-24 scroll-mb-14 text-lg', className)} />
}
