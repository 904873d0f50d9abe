import { type ComponentProps, useRef } from 'react'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { decimalsOf } from '@/lib/domain/currencies'
import { numberFormat } from '@/lib/domain/formatters'
import { AMOUNT_MAX_MINOR, AMOUNT_MIN_MINOR, formatMajor, moneyText, toMajor } from '@/lib/domain/money'
import { parseAmount, type TypedAmount } from '@/lib/domain/parse-amount'
import type { Translate } from '@/lib/messages/translator'

type Props = Pick<ComponentProps<typeof Field>, 'name' | 'onEdit'> & {
  label?: string
  value: string
  currency: string
  /** The problem found on blur or submit. */
  error: string | undefined
  onChange: (text: string) => void
  onLeave?: () => void
}

/** Renders an amount field: its hint is the parsed amount, and an ambiguous text is a question with buttons. */
export function AmountField({ label, value, currency, error, onChange, onLeave, ...named }: Props) {
  const t = useTexts()
  const { locale } = useLocale()
  const field = useRef<HTMLDivElement>(null)
  const amount = parseAmount(value, currency, locale)
  const readings = amount.ok ? [] : amount.readings
  const problem = error ?? earlyAmountProblem(value, amount, currency, locale, t) ?? undefined
  const shown = (major: number) => formatMajor(major, currency, locale)
  const hint = amount.ok
    ? t('amount-field.parsed', { amount: shown(amount.major), currency })
    : readings.length > 0
      ? amountProblem(amount, currency, locale, t)
      : t('amount-field.hint')

  function choose(major: number) {
    onChange(shown(major))
    field.current?.querySelector('input')?.focus()
  }

  return (
    <div ref={field} className="flex flex-col gap-2">
      <Field
        {...named}
        label={label ?? t('amount-field.label')}
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
              {t('amount-field.meant', { amount: shown(major), currency })}
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
export function amountProblem(
  amount: TypedAmount,
  currency: string,
  locale: string,
  t: Translate,
): string | null {
  if (amount.ok) return null
  const shown = (major: number) => moneyText(major, currency, locale)
  switch (amount.code) {
    case 'ambiguous': {
      const [larger = '', smaller = ''] = amount.readings.map(shown)
      return t('amount-field.problems.ambiguous', { larger, smaller })
    }
    case 'too_many_decimals':
      return decimalsOf(currency) === 0
        ? t('amount-field.problems.noDecimals', { currency })
        : t('amount-field.problems.too_many_decimals', {
            currency,
            places: decimalsOf(currency),
            example: exampleOf(currency, locale),
          })
    case 'amount_too_large':
      return t('amount-field.problems.amount_too_large', { most: shown(toMajor(AMOUNT_MAX_MINOR, currency)) })
    case 'amount_too_small':
      return t('amount-field.problems.amount_too_small', {
        least: shown(toMajor(AMOUNT_MIN_MINOR, currency)),
      })
    case 'not_a_number':
      return t('amount-field.problems.not_a_number', { currency, example: exampleOf(currency, locale) })
    case 'empty':
      return t('amount-field.problems.empty')
  }
}

/** Returns the problem of an amount during typing: only one that no further digit can correct. */
export function earlyAmountProblem(
  text: string,
  amount: TypedAmount,
  currency: string,
  locale: string,
  t: Translate,
): string | null {
  const isOpen = isBeginning(text) || (!amount.ok && amount.readings.length > 0)
  return isOpen ? null : amountProblem(amount, currency, locale, t)
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

type InputProps = Omit<ComponentProps<typeof Input>, 'type' | 'inputMode' | 'before' | 'after'> & {
  currency: string
}

/** Renders an input for an amount in any common notation (see `parseAmount`). */
export function AmountInput({ currency, ...rest }: InputProps) {
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
