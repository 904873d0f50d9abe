'use client'

import { useDeferredValue, useMemo, useState } from 'react'
import { LoadFailed } from '@/components/data/query-fallback'
import { useRead } from '@/components/data/read'
import { useSavedDraft } from '@/components/data/saved-draft'
import { useLocale } from '@/components/locale/locale-provider'
import { fullDayName, shortTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ChoiceGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Select, Textarea } from '@/components/ui/input'
import { OpenFile } from '@/components/ui/open-file'
import type { BankPeriod } from '@/lib/dashboard/schema/statement'
import { decodeText } from '@/lib/domain/decode-text'
import { numberFormat } from '@/lib/domain/formatters'
import type { DayOrder } from '@/lib/domain/typed-date'
import { bankMatch as copy } from '@/lib/messages/bank-match'
import { matchBankLines } from './match-bank-lines'
import { MatchResult } from './match-result'
import { BANK_LINES_MAX, type BankLines, countLines, readBankLines } from './read-bank-lines'

const ACCEPTED = '.csv,.tsv,.txt,.sta,.940,.mt940,.xml,text/csv,text/plain,text/tab-separated-values,text/xml'

const NO_PERIOD: BankPeriod = { from: '', to: '' }

/** The lines with the user's answers: the order of day and month, and the column of money in. */
type Draft = { text: string; answers: { order?: DayOrder; incomingAt?: number } }

const NO_LINES: Draft = { text: '', answers: {} }

type Props = {
  currency: string
  /** Member and connection under which the lines are kept for a reload. */
  owner: string
}

/**
 * Renders a field for lines of a bank statement, which stay in the browser, and the settlement that matches each line.
 */
export function BankMatchScreen({ currency, owner }: Props) {
  const { locale } = useLocale()
  const saved = useSavedDraft(`bank-lines:${owner}`, NO_LINES)
  const { text, answers } = saved.draft
  const [problem, setProblem] = useState<string | null>(null)

  function change(next: string) {
    setProblem(null)
    saved.startOver()
    saved.change({ text: next })
  }

  const answer = (given: Draft['answers']) => saved.change({ answers: { ...answers, ...given } })

  async function open(file: File) {
    try {
      const next = decodeText(await file.arrayBuffer())
      if (next.trim() === '') setProblem(copy.fileEmpty)
      else change(next)
    } catch {
      setProblem(copy.fileUnreadable)
    }
  }

  // The deferred value lets the field take the next key before thousands of lines are read again.
  const pasted = useDeferredValue(text)
  const count = useMemo(() => countLines(pasted), [pasted])
  const isTooMany = count > BANK_LINES_MAX
  const { order, incomingAt } = answers
  const read = useMemo(
    () => (isTooMany || count === 0 ? null : readBankLines(pasted, { currency, locale, order, incomingAt })),
    [isTooMany, count, pasted, currency, locale, order, incomingAt],
  )
  const number = numberFormat(locale)
  const error = isTooMany ? copy.tooMany(number.format(count), number.format(BANK_LINES_MAX)) : problem
  return (
    <div className="flex flex-col gap-6">
      <Card className="flex flex-col gap-4 print:hidden">
        <Field label={copy.paste} hint={copy.pasteHint} error={error}>
          <Textarea
            name="lines"
            rows={6}
            spellCheck={false}
            value={text}
            placeholder={copy.placeholder}
            onChange={(event) => change(event.target.value)}
            className="max-h-60 min-h-36 overflow-x-auto whitespace-pre font-mono text-sm"
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <OpenFile label={copy.file} accept={ACCEPTED} onFile={(file) => void open(file)} />
          {text === '' ? null : <Button onClick={() => change('')}>{copy.clear}</Button>}
          <span role="status" className="text-muted text-sm">
            {saved.isRestored ? copy.restored : ''}
          </span>
        </div>
        {read?.ambiguous ? (
          <ChoiceGroup
            legend={copy.order(read.ambiguous)}
            name="order"
            value={read.order}
            options={(['dmy', 'mdy'] as const).map((value) => ({ value, label: copy.orders[value] }))}
            onChange={(value) => answer({ order: value === 'mdy' ? 'mdy' : 'dmy' })}
          />
        ) : null}
        {read && (incomingAt !== undefined || read.lines.some(({ isProven }) => !isProven)) ? (
          <Field label={copy.incoming} hint={copy.incomingHint}>
            <Select
              value={incomingAt ?? ''}
              onChange={({ target: { value } }) =>
                answer({ incomingAt: value === '' ? undefined : Number(value) })
              }
            >
              <option value="">{copy.noColumn}</option>
              {read.columns.map(({ at, name, example }) => (
                <option key={at} value={at}>
                  {copy.column(name, number.format(at + 1), example)}
                </option>
              ))}
            </Select>
          </Field>
        ) : null}
      </Card>
      {read ? <Comparison key={pasted} read={read} currency={currency} /> : null}
    </div>
  )
}

/** Renders the comparison of the lines with the settlements of their days. */
function Comparison({ read, currency }: { read: BankLines; currency: string }) {
  const { locale, timeZone, now } = useLocale()
  const days = read.lines.map(({ day }) => day).sort()
  const [from, to] = [days[0], days.at(-1)]
  const period = from !== undefined && to !== undefined ? { from, to } : null
  const { data, error, refetch } = useRead('settlements/list/bank', period ?? NO_PERIOD, {
    enabled: period !== null,
  })
  const results = useMemo(() => {
    const knownAt = data?.known_until ? shortTime(data.known_until.at, timeZone, now) : ''
    return matchBankLines(read, data ?? { settlements: [], known_until: null }, knownAt)
  }, [data, read, timeZone, now])
  if (error) return <LoadFailed error={error} onRetry={() => refetch()} />
  if (data && !data.complete) return <Banner tone="warning" title={copy.incomplete} announce />
  const isForeign = read.unread.some(({ reason }) => reason === 'other_currency')
  const number = numberFormat(locale).format(read.lines.length)
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="font-medium">
        {period === null
          ? isForeign
            ? copy.otherCurrency(currency)
            : copy.nothingRead
          : data
            ? copy.result(number, read.lines.length === 1, fullDayName(period.from), fullDayName(period.to))
            : copy.comparing}
      </p>
      {data || period === null ? <MatchResult results={results} currency={currency} /> : null}
    </div>
  )
}
