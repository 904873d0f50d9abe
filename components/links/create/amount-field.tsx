'use client'

import { useLocale } from '@/components/locale/locale-provider'
import { AmountInput } from '@/components/money/amount-input'
import { Field } from '@/components/ui/field'
import { formatMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { links } from '@/lib/messages/links'
import { earlyAmountProblem } from './amount-problem'

const copy = links.form

type Props = {
  label?: string
  value: string
  currency: string
  /** The problem found on blur or submit. */
  error: string | undefined
  onChange: (text: string) => void
  onLeave: () => void
}

/** Renders an amount field. Its hint is the parsed amount; its error appears while the user types. */
export function AmountField({ label = copy.amount, value, currency, error, onChange, onLeave }: Props) {
  const { locale } = useLocale()
  const amount = parseAmount(value, currency, locale)
  const problem = error ?? earlyAmountProblem(value, currency, locale, false) ?? undefined
  const hint = (
    <span
      aria-live="polite"
      className={amount.ok ? 'tnum wrap-anywhere font-medium text-success' : undefined}
    >
      {amount.ok ? copy.amountParsed(formatMajor(amount.major, currency, locale), currency) : copy.amountHint}
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
