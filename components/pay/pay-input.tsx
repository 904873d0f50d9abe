import type { ComponentProps } from 'react'
import { Input } from '@/components/ui/input'
import { cn } from '@/lib/ui/cn'

/** An input of a form that one fills once in a life, with a card in the other hand: larger than the dashboard's. */
export function PayInput({ className, ...rest }: ComponentProps<typeof Input>) {
  return <Input {...rest} className={cn('min-h-11 text-lg', className)} />
}
