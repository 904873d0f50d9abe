import type { ComponentProps } from 'react'
import { Input } from '@/components/ui/input'

type Props = Omit<ComponentProps<typeof Input>, 'type' | 'inputMode' | 'before' | 'after'> & {
  currency: string
}

/** Renders an input for an amount in any common notation (see `parseAmount`). */
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
