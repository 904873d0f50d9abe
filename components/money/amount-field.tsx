'use client'

import { useRef } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { decimalsOf } from '@/lib/domain/currencies'
import { numberFormat } from '@/lib/domain/formatters'
import { AMOUNT_MAX_MINOR, AMOUNT_MIN_MINOR, formatMajor, moneyText, toMajor } from '@/lib/domain/money'
import { parseAmount, type TypedAmount } from '@/lib/domain/parse-amount'
import { links } from '@/lib/messages/links'
import { AmountInput } from './amount-input'

const copy = links.form

type Props = {
  label?: string
  value: string
  currency: string
  /** The problem found on blur or submit. */
  error: string | undefined
  onChange: (text: string) => void
  onLeave?: () => void
}

/** Renders an amount field: its hint is the parsed amount, and an ambiguous text is a question with buttons. */
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

/** The example in a problem about decimals, cut to the decimals of the currency. */
const EXAMPLE = 12.3456

/** Returns the problem of a typed amount; null if it is valid. Throws RangeError for an unknown currency. */
export function amountProblem(amount: TypedAmount, currency: string, locale: string): string | null {
  if (amount.ok) return null
  const { problems } = links.form
  const shown = (major: number) => moneyText(major, currency, locale)
  switch (amount.code) {
    case 'ambiguous':
      return problems.ambiguous(amount.readings.map(shown))
    case 'too_many_decimals':
      return problems.too_many_decimals(currency, decimalsOf(currency), exampleOf(currency, locale))
    case 'amount_too_large':
      return problems.amount_too_large(shown(toMajor(AMOUNT_MAX_MINOR, currency)))
    case 'amount_too_small':
      return problems.amount_too_small(shown(toMajor(AMOUNT_MIN_MINOR, currency)))
    case 'not_a_number':
      return problems.not_a_number(currency, exampleOf(currency, locale))
    case 'empty':
      return problems.empty
  }
}

/** Returns the problem of an amount during typing: only one that no further digit can correct. */
export function earlyAmountProblem(
  text: string,
  amount: TypedAmount,
  currency: string,
  locale: string,
): string | null {
  const isOpen = isBeginning(text) || (!amount.ok && amount.readings.length > 0)
  return isOpen ? null : amountProblem(amount, currency, locale)
}

/** Returns true for an empty text and for `0`, `0.0` and `.`, with which five cents begin. */
function isBeginning(text: string): boolean {
  return /^[\s0.,]*$/.test(text)
}

function exampleOf(currency: string, locale: string): string {
  const places = decimalsOf(currency)
  return numberFormat(locale, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    roundingMode: 'trunc',
  }).format(EXAMPLE)
}
