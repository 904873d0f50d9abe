import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type FeeSchedule, feesOf } from '@/components/charges/face'
import { AmountInput, amountProblem, earlyAmountProblem } from '@/components/money/amount-field'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { isCurrency } from '@/lib/domain/currencies'
import { numberFormat } from '@/lib/domain/formatters'
import { formatMajor, moneyText } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import type { Translate } from '@/lib/messages/translator'

/** Example of 100.00 in a currency with two decimals. */
const EXAMPLE_MINOR = 10_000
/** Decimals of a percentage; with them it is a whole number of parts per million, as fees are computed. */
const PERCENT_DECIMALS_MAX = 4

type Props = { fees: FeeSchedule; currency: string }

/** Renders the fee schedule with a worked example and a calculator. */
export function FeeCard({ fees, currency }: Props) {
  const t = useTexts()
  return (
    <Card title={t('balance.fees.title')}>
      <FeeTerms fees={fees} currency={currency} />
      {exampleOf(fees, currency) ? <Calculator fees={fees} currency={currency} /> : null}
    </Card>
  )
}

/** Renders the fee schedule in a sentence, with a worked example if the fee can be computed. */
export function FeeTerms({ fees, currency }: Props) {
  const t = useTexts()
  const { locale } = useLocale()
  const text = (major: number) => moneyText(major, currency, locale)
  const example = exampleOf(fees, currency)
  return (
    <>
      <p className="tnum font-medium">{scheduleText(fees, text(fees.fixed), locale, t)}</p>
      {example ? (
        <p className="tnum mt-1 text-muted text-sm">
          {t('balance.fees.example', {
            gross: text(example.gross),
            fee: text(example.fee),
            net: text(example.net),
          })}
        </p>
      ) : (
        <p className="mt-1 text-muted text-sm">{t('balance.fees.inexact')}</p>
      )}
    </>
  )
}

function exampleOf(fees: FeeSchedule, currency: string) {
  const example = feesOf(EXAMPLE_MINOR, { currency, fees, isNet: false })
  return example && example.fee !== null ? { ...example, fee: example.fee } : null
}

function scheduleText({ percent, fixed }: FeeSchedule, fixedText: string, locale: string, t: Translate) {
  const format = numberFormat(locale, { style: 'percent', maximumFractionDigits: PERCENT_DECIMALS_MAX })
  const share = format.format(percent / 100)
  if (percent === 0)
    return fixed === 0 ? t('balance.fees.free') : t('balance.fees.fixedOnly', { fixed: fixedText })
  return fixed === 0
    ? t('balance.fees.percentOnly', { percent: share })
    : t('balance.fees.schedule', { percent: share, fixed: fixedText })
}

type Side = 'gross' | 'net'

function Calculator({ fees, currency }: Props) {
  const t = useTexts()
  const { locale } = useLocale()
  const [typed, setTyped] = useState<{ side: Side; text: string; left: boolean }>({
    side: 'gross',
    text: '',
    left: false,
  })
  if (!isCurrency(currency)) return null
  const amount = parseAmount(typed.text, currency, locale)
  const money = amount.ok ? feesOf(amount.minor, { currency, fees, isNet: typed.side === 'net' }) : null
  const problem = amount.ok
    ? money && money.net > 0
      ? undefined
      : t('balance.fees.takesAll')
    : ((typed.left && typed.text.trim() !== ''
        ? amountProblem(amount, currency, locale, t)
        : earlyAmountProblem(typed.text, amount, currency, locale, t)) ?? undefined)
  const shown = problem === undefined ? money : null
  const field = (side: Side) => (
    <Field label={t(`balance.fees.${side}`)} error={typed.side === side ? problem : undefined}>
      <AmountInput
        name={`fee-calculator-${side}`}
        currency={currency}
        value={typed.side === side ? typed.text : shown ? formatMajor(shown[side], currency, locale) : ''}
        onChange={(event) => setTyped({ side, text: event.target.value, left: false })}
        onBlur={() => setTyped((now) => (now.side === side ? { ...now, left: true } : now))}
      />
    </Field>
  )
  return (
    <details className="group mt-3 border-t pt-2">
      <summary className="hit flex items-center justify-between gap-2 rounded-md font-medium">
        {t('balance.fees.calculator')}
        <ChevronDown aria-hidden className="size-4 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <fieldset className="mt-2 flex flex-col gap-2.5">
        <legend className="sr-only">{t('balance.fees.calculator')}</legend>
        <div className="grid grid-cols-2 items-start gap-3">
          {field('gross')}
          {field('net')}
        </div>
        <p aria-live="polite" className="tnum wrap-anywhere text-muted text-sm">
          {shown && shown.fee !== null
            ? t('balance.fees.fee', { fee: moneyText(shown.fee, currency, locale) })
            : t('balance.fees.hint')}
        </p>
      </fieldset>
    </details>
  )
}
