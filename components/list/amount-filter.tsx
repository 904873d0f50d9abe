'use client'

import { type FormEvent, useId, useRef, useState } from 'react'
import { usePlace } from '@/components/locale/locale-provider'
import { AmountInput } from '@/components/money/amount-input'
import { useGo } from '@/components/shell/use-go'
import { Field, FieldError } from '@/components/ui/field'
import { isCurrency } from '@/lib/contract/currencies'
import { formatMajor } from '@/lib/contract/money'
import { parseAmount } from '@/lib/contract/parse-amount'
import { listFilters } from '@/lib/messages/filters'
import { FilterFooter } from './filter-footer'
import type { ChoicesProps, FilterEntry } from './filters'

/** A range of amounts, both ends included: plain decimals in major units. */
type AmountFilter = { min?: string | undefined; max?: string | undefined }

const labels = { min: listFilters.amountFrom, max: listFilters.amountTo } as const

/** Returns the filter by amounts of a currency, written as the person writes numbers. */
export function amountFilter(currency: string): FilterEntry<AmountFilter> {
  return {
    keys: ['min', 'max'],
    name: listFilters.amountFilter,
    words: (filter, { locale }) => amountWords(filter, currency, locale),
    standing: (words) => `${listFilters.amountFilter} ${words}`,
    pill: {
      width: 'form',
      choices: (props) => <AmountRangeForm currency={currency} {...props} />,
    },
  }
}

/** Returns a range of amounts as a person writes numbers; null where every amount lies in it. */
function amountWords({ min, max }: AmountFilter, currency: string, locale: string): string | null {
  const shown = (text: string) => formatMajor(Number(text), currency, locale)
  if (isLowerEnd(min))
    return max ? listFilters.amountSpan(shown(min), shown(max)) : listFilters.amountOver(shown(min))
  return max ? listFilters.amountUnder(shown(max)) : null
}

type FormProps = ChoicesProps<AmountFilter> & { currency: string }

function AmountRangeForm({ filter, hrefOf, currency, onChosen }: FormProps) {
  const go = useGo()
  const { locale } = usePlace()
  const errorId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<{ [E in AmountEnd]?: string }>({})
  const written = (text: string | undefined) =>
    text === undefined ? '' : formatMajor(Number(text), currency, locale)

  function show(range: { [E in AmountEnd]: string | undefined }) {
    if (go(hrefOf(range), { scroll: false })) onChosen()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const typed = { min: String(data.get('min') ?? ''), max: String(data.get('max') ?? '') }
    const range = readAmountRange(typed, { currency, locale })
    if (range.ok) return show({ min: range.min, max: range.max })
    setProblems(range.problems)
    const first = amountEnds.find((end) => range.problems[end])
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  function clear() {
    if (filter.min || filter.max) return show({ min: undefined, max: undefined })
    form.current?.reset()
    setProblems({})
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-2">
      <div className="grid grid-cols-2 items-start gap-2">
        {amountEnds.map((end) => (
          <Field key={end} label={labels[end]}>
            <AmountInput
              name={end}
              currency={currency}
              defaultValue={written(filter[end])}
              aria-invalid={problems[end] ? true : undefined}
              aria-describedby={problems[end] ? errorId : undefined}
              onChange={() => setProblems({})}
            />
          </Field>
        ))}
      </div>
      {/* Of both there is never more than one thing to say, and below both it has a line that is kept for it. */}
      <FieldError id={errorId} message={problems.min ?? problems.max} room={1} />
      <FilterFooter clear={listFilters.clearFilters} apply={listFilters.apply} onClear={clear} />
    </form>
  )
}

type AmountEnd = 'min' | 'max'
const amountEnds = ['min', 'max'] as const satisfies AmountEnd[]

/** Plain decimals, or for each field what is wrong with it. */
type AmountRange =
  | { ok: true; min?: string; max?: string }
  | { ok: false; problems: { [E in AmountEnd]?: string } }

/** Whether a plain decimal narrows anything from below: every amount is at least nought. */
function isLowerEnd(min: string | undefined): min is string {
  return Number(min ?? 0) > 0
}

/** Reads what was typed into both ends of an amount filter; nought is an amount here, and no lower end. */
export function readAmountRange(
  typed: Readonly<Record<AmountEnd, string>>,
  { currency, locale }: { currency: string; locale: string },
): AmountRange {
  const [min, max] = amountEnds.map((end) => readEnd(typed[end].trim(), currency, locale))
  const problems = {
    ...(min === null ? { min: listFilters.amountWrong } : {}),
    ...(max === null ? { max: listFilters.amountWrong } : {}),
  }
  if (min === null || max === null) return { ok: false, problems }
  if (!min && !max) return { ok: false, problems: { min: listFilters.amountNone } }
  // The end that was typed last is the one to look at again.
  if (min && max && Number(min) > Number(max))
    return { ok: false, problems: { max: listFilters.amountTwisted } }
  return { ok: true, ...(isLowerEnd(min) ? { min } : {}), ...(max ? { max } : {}) }
}

/** The plain decimal, undefined for nothing, null for what is no amount. */
function readEnd(text: string, currency: string, locale: string): string | undefined | null {
  if (text === '') return undefined
  if (!isCurrency(currency)) return /^\d+(\.\d+)?$/.test(text) ? text : null
  if (/^0+([.,]0*)?$/.test(text)) return '0'
  const parsed = parseAmount(text, currency, locale)
  return parsed.ok ? String(parsed.major) : null
}
