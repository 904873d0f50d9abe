import type { ComponentProps } from 'react'
import { Input } from '@/components/ui/input'
import { cn } from '@/lib/ui/cn'

/**
 * An input of a form that one fills once in a life, with a card in the other hand: larger than the dashboard's. Led to, it
 * stops short of the window's edges: its label, and the heading over the first, stay whole, as does an error below it.
 */
export function PayInput({ className, ...rest }: ComponentProps<typeof Input>) {
  return <Input {...rest} className={cn('min-h-11 scroll-mt-24 scroll-mb-14 text-lg', className)} />
}
