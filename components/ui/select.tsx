'use client'

import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/ui/cn'
import { useFieldProps } from './field'
import { controlClasses } from './input'

/** Renders a native select. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const field = useFieldProps()
  return (
    <div className="relative flex items-center">
      <select {...field} {...rest} className={cn(controlClasses, 'appearance-none pr-9', className)}>
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 size-4 text-muted" />
    </div>
  )
}
