'use client'

import type { ComponentProps } from 'react'
import { Input } from '@/components/ui/input'

type Props = Omit<ComponentProps<typeof Input>, 'type' | 'inputMode' | 'before' | 'after'> & {
  currency: string
}

/** Takes an amount as people write it; the parsed value is shown by whoever holds the field (see `parseAmount`). */
export function AmountInput({ currency, ...rest }: Props) {
  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      after={currency}
      className="tnum font-medium"
      maxLength={24}
    />
  )
}
