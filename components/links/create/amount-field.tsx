'use client'

import { useRef } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { AmountInput } from '@/components/money/amount-input'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { formatMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { links } from '@/lib/messages/links'
import { amountProblem, earlyAmountProblem } from './amount-problem'

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

/**
 * Renders an amount field. Its hint is the parsed amount; its error appears while the user types. A text with another
 * meaning, such as `1.000`, is a question with a button for each amount.
 */
export function AmountField({ label = copy.amount, value, currency, error, onChange, onLeave }: Props) {
  const { locale } = useLocale()
  const field = useRef<HTMLDivElement>(null)
  const amount = parseAmount(value, currency, locale)
  const readings = amount.ok ? [] : amount.readings
  const problem = error ?? earlyAmountProblem(value, amount, currency, locale) ?? undefined
  const shown = (major: number) => formatMajor(major, currency, locale)
  const hint = amount.ok
    ? copy.amountParsed(shown(amount.major), currency)
    : readings.length > 0
      ? amountProblem(amount, currency, locale)
      : copy.amountHint

  function choose(major: number) {
    onChange(shown(major))
    field.current?.querySelector('input')?.focus()
  }

  return (
    <div ref={field} className="flex flex-col gap-2">
      <Field
        label={label}
        error={problem}
        hint={
          <span
            aria-live="polite"
            className={amount.ok ? 'tnum wrap-anywhere font-medium text-success' : undefined}
          >
            {hint}
          </span>
        }
        required
      >
        <AmountInput
          name="amount"
          currency={currency}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
      </Field>
      {readings.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {readings.map((major) => (
            <Button key={major} size="sm" className="tnum" onClick={() => choose(major)}>
              {copy.amountMeant(shown(major), currency)}
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  )
}
