import { type FormEvent, useId, useRef, useState } from 'react'
import { AmountInput } from '@/components/money/amount-field'
import { useGo } from '@/components/navigation/use-go'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { Field, FieldError } from '@/components/ui/field'
import { PanelFoot } from '@/components/ui/panel-foot'
import { isCurrency } from '@/lib/domain/currencies'
import { formatMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import type { Translate } from '@/lib/messages/translator'
import type { ChoicesProps, FilterEntry } from './filters'

/** A range of amounts with both ends included: plain decimals in major units. */
type AmountFilter = { min?: string | undefined; max?: string | undefined }

export function amountFilter(currency: string, t: Translate): FilterEntry<AmountFilter> {
  const name = t('filters.listFilters.amountFilter')
  return {
    keys: ['min', 'max'],
    name,
    label: (filter, { locale }) => amountLabel(filter, currency, locale),
    standing: (label) => `${name} ${label}`,
    pill: {
      width: 'form',
      choices: (props) => <AmountRangeForm currency={currency} {...props} />,
    },
  }
}

/** Returns a range of amounts in the notation of the locale; null if it contains every amount. */
function amountLabel({ min, max }: AmountFilter, currency: string, locale: string): string | null {
  const shown = (text: string) => formatMajor(Number(text), currency, locale)
  if (!isLowerEnd(min)) return max ? `≤ ${shown(max)}` : null
  if (!max) return `≥ ${shown(min)}`
  const [from, to] = [shown(min), shown(max)]
  return from === to ? `= ${from}` : `${from} – ${to}`
}

type FormProps = ChoicesProps<AmountFilter> & { currency: string }

function AmountRangeForm({ filter, hrefOf, currency, onChosen }: FormProps) {
  const go = useGo()
  const t = useTexts()
  const { locale } = useLocale()
  const errorId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<AmountProblems>({})
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

  // At most one field has a problem.
  const problem = problems.min ?? problems.max
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-2">
      <div className="grid grid-cols-2 items-start gap-2">
        {amountEnds.map((end) => (
          <Field key={end} label={t(`filters.listFilters.amounts.${end}`)}>
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
      {/* The reserved line keeps the layout stable. */}
      <FieldError
        id={errorId}
        message={problem && t(`filters.listFilters.amountProblems.${problem}`)}
        room={1}
      />
      <PanelFoot clear={t('filters.listFilters.clearFilters')} onClear={clear} />
    </form>
  )
}

type AmountEnd = 'min' | 'max'
const amountEnds = ['min', 'max'] as const satisfies AmountEnd[]

type AmountProblems = { [E in AmountEnd]?: 'wrong' | 'twisted' | 'none' }

/** Plain decimals, or the problem of each field. */
type AmountRange = { ok: true; min?: string; max?: string } | { ok: false; problems: AmountProblems }

/** Returns whether a plain decimal excludes any amount: every amount is at least zero. */
function isLowerEnd(min: string | undefined): min is string {
  return Number(min ?? 0) > 0
}

/** Returns the range of the typed ends, or their problems. Zero is a valid lower end, which excludes nothing. */
export function readAmountRange(
  typed: Readonly<Record<AmountEnd, string>>,
  { currency, locale }: { currency: string; locale: string },
): AmountRange {
  const [min, max] = amountEnds.map((end) => readEnd(typed[end].trim(), currency, locale))
  if (min === null || max === null) {
    const problems: AmountProblems = {}
    if (min === null) problems.min = 'wrong'
    if (max === null) problems.max = 'wrong'
    return { ok: false, problems }
  }
  if (!min && !max) return { ok: false, problems: { min: 'none' } }
  // The problem is shown at the end that was typed last.
  if (min && max && Number(min) > Number(max)) return { ok: false, problems: { max: 'twisted' } }
  return { ok: true, ...(isLowerEnd(min) ? { min } : {}), ...(max ? { max } : {}) }
}

/** Returns the plain decimal; undefined for an empty text, null for an invalid amount. */
function readEnd(text: string, currency: string, locale: string): string | undefined | null {
  if (text === '') return undefined
  if (!isCurrency(currency)) return /^\d+(\.\d+)?$/.test(text) ? text : null
  if (/^0+([.,]0*)?$/.test(text)) return '0'
  const parsed = parseAmount(text, currency, locale)
  return parsed.ok ? String(parsed.major) : null
}
