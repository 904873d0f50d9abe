'use client'

import { usePlace } from '@/components/locale/locale-provider'
import { AmountInput } from '@/components/money/amount-input'
import { Field } from '@/components/ui/field'
import { formatMajor } from '@/lib/contract/money'
import { parseAmount } from '@/lib/contract/parse-amount'
import { links } from '@/lib/messages/links'
import { earlyAmountProblem } from './amount-problem'

const words = links.form

type Props = {
  label?: string
  value: string
  currency: string
  /** What was found when the field was left or the form was sent. */
  error: string | undefined
  onChange: (text: string) => void
  onLeave: () => void
}

/** An amount as people write it; below it what it comes to, or at once what is wrong with it. */
export function AmountField({ label = words.amount, value, currency, error, onChange, onLeave }: Props) {
  const { locale } = usePlace()
  const amount = parseAmount(value, currency, locale)
  const problem = error ?? earlyAmountProblem(value, currency, locale, false) ?? undefined
  const hint = (
    <span
      aria-live="polite"
      className={amount.ok ? 'tnum wrap-anywhere font-medium text-success' : undefined}
    >
      {amount.ok
        ? words.amountParsed(formatMajor(amount.major, currency, locale), currency)
        : words.amountHint}
    </span>
  )
  return (
    <Field label={label} error={problem} hint={hint} required>
      <AmountInput
        name="amount"
        currency={currency}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      />
    </Field>
  )
}
