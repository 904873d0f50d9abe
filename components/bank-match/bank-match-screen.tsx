'use client'

import { queryOptions, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { fetchJson } from '@/components/data/fetch-json'
import { LoadFailed } from '@/components/data/load-failed'
import { useSavedDraft } from '@/components/data/saved-draft'
import { saveFile } from '@/components/links/save-file'
import { queryString } from '@/components/list/query-string'
import { useLocale } from '@/components/locale/locale-provider'
import { useAccount } from '@/components/shell/navigation/use-account'
import { fullDayName, shortTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ChoiceGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { OpenFile } from '@/components/ui/open-file'
import type { BankPeriod, PaidSettlements } from '@/lib/dashboard/schema/bank-match'
import { dayIn } from '@/lib/domain/calendar-days'
import { decodeText } from '@/lib/domain/decode-text'
import { numberFormat } from '@/lib/domain/formatters'
import type { DayOrder } from '@/lib/domain/typed-date'
import { bankMatch as copy } from '@/lib/messages/bank-match'
import type { BankTools } from './bank-tools'
import { MatchResult } from './match-result'
import type { BankLines } from './read-bank-lines'

const loadedTools = lazyModule(() => import('./bank-tools').then((module) => module.bankTools))

const ACCEPTED = '.csv,.tsv,.txt,.sta,.940,.mt940,.xml,text/csv,text/plain,text/tab-separated-values,text/xml'

/** Returns the query of the settlements that were paid around a period. */
function paidSettlementsQuery(account: string, period: BankPeriod | null) {
  return queryOptions({
    queryKey: [account, 'settlements', 'list', 'paid', period] as const,
    queryFn: ({ signal }) =>
      fetchJson<PaidSettlements>(`/${account}/balance/match/data${queryString(period ?? {})}`, signal),
    enabled: period !== null,
  })
}

/** The user's answers about the lines, kept with them: a choice is the row of a line and the id of a settlement. */
type Answers = {
  order?: DayOrder
  isIncoming?: boolean
  choices?: readonly (readonly [row: number, settlementId: string])[]
}

const NO_LINES: { text: string; answers: Answers } = { text: '', answers: {} }

type Props = {
  currency: string
  /** Member and connection under which the lines are kept for a reload. */
  owner: string
}

/**
 * Renders a field for lines of a bank statement, which stay in the browser, and the settlement that matches each line.
 */
export function BankMatchScreen({ currency, owner }: Props) {
  const { locale, timeZone, now } = useLocale()
  const saved = useSavedDraft(`bank-lines:${owner}`, NO_LINES)
  const { text, answers } = saved.draft
  const { order, isIncoming } = answers
  const [problem, setProblem] = useState<string | null>(null)
  const tools = useLazyModule(loadedTools)
  useEffect(() => {
    if (text !== '') void loadedTools.loadOrNull()
  }, [text])

  function change(next: string) {
    setProblem(null)
    saved.startOver()
    saved.change({ text: next })
  }

  const answer = (given: Answers) => saved.change({ answers: { ...answers, ...given } })

  async function open(file: File) {
    try {
      const next = decodeText(await file.arrayBuffer())
      if (next.trim() === '') setProblem(copy.fileEmpty)
      else change(next)
    } catch {
      setProblem(copy.fileUnreadable)
    }
  }

  const today = dayIn(now, timeZone)
  // The deferred value lets the field take the next key before thousands of lines are read again.
  const pasted = useDeferredValue(text)
  const count = useMemo(() => tools?.countLines(pasted) ?? 0, [tools, pasted])
  const isTooMany = tools !== null && count > tools.BANK_LINES_MAX
  const read = useMemo(
    () =>
      tools === null || isTooMany || count === 0
        ? null
        : tools.readBankLines(pasted, { currency, locale, timeZone, today, order, isIncoming }),
    [tools, isTooMany, count, pasted, currency, locale, timeZone, today, order, isIncoming],
  )
  const number = numberFormat(locale)
  const error = isTooMany ? copy.tooMany(number.format(count), number.format(tools.BANK_LINES_MAX)) : problem
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
            onFocus={loadedTools.preload}
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
      </Card>
      {read && tools ? (
        <Comparison key={pasted} {...{ tools, read, currency, answers, onAnswer: answer }} />
      ) : null}
    </div>
  )
}

type ComparisonProps = {
  tools: BankTools
  read: BankLines
  currency: string
  answers: Answers
  onAnswer: (given: Answers) => void
}

/** Renders the comparison of the lines with the settlements of their days. */
function Comparison({ tools, read, currency, answers, onAnswer }: ComparisonProps) {
  const { locale, timeZone, now } = useLocale()
  const { isIncoming, choices: chosen } = answers
  const choices = useMemo(() => new Map(chosen), [chosen])
  const days = read.lines.map(({ day }) => day).sort()
  const [from, to] = [days[0], days.at(-1)]
  const period = from !== undefined && to !== undefined ? { from, to } : null
  const { data, error, refetch } = useQuery(paidSettlementsQuery(useAccount(), period))
  const match = useMemo(
    () =>
      data
        ? tools.matchBankLines(read.lines, data.settlements, {
            choices,
            knownUntil: data.known_until?.day ?? null,
          })
        : null,
    [tools, data, read.lines, choices],
  )
  if (error) return <LoadFailed error={error} onRetry={() => refetch()} />
  if (data && !data.complete) return <Banner tone="warning" title={copy.incomplete} announce />
  const knownAt = data?.known_until ? shortTime(data.known_until.at, timeZone, now) : ''
  const results = tools.resultRows(match, read.unread, knownAt)
  const matched = new Set(match?.matched.map(({ line }) => line.row))
  const isOpen = read.lines.some(({ row, isProven }) => !isProven && !matched.has(row))
  const isForeign = read.unread.some(({ reason }) => reason === 'other_currency')
  const number = numberFormat(locale).format(read.lines.length)
  return (
    <div className="flex flex-col gap-6">
      {match && (isOpen || isIncoming !== undefined) ? (
        <DirectionQuestion undirected={read.undirected} isIncoming={isIncoming} onAnswer={onAnswer} />
      ) : null}
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <p role="status" className="font-medium">
          {period === null
            ? isForeign
              ? copy.otherCurrency(currency)
              : copy.nothingRead
            : match
              ? copy.result(number, read.lines.length === 1, fullDayName(period.from), fullDayName(period.to))
              : copy.comparing}
        </p>
        {match ? (
          <Button
            className="print:hidden"
            icon={<Download aria-hidden className="size-4" />}
            onClick={() =>
              saveFile(new Blob([tools.resultCsv(results, currency)], { type: 'text/csv' }), copy.csvFile)
            }
          >
            {copy.csv}
          </Button>
        ) : null}
      </div>
      {match || period === null ? (
        <MatchResult
          results={results}
          isCompared={match !== null}
          majorOf={(minor) => Number(tools.decimalText(BigInt(minor), currency))}
          currency={currency}
          onChoose={(row, id) => {
            const others = [...choices].filter(([other]) => other !== row)
            onAnswer({ choices: id === null ? others : [...others, [row, id]] })
          }}
        />
      ) : null}
    </div>
  )
}

/** Lines that the question about their direction names. */
const EXAMPLES_MAX = 3

type DirectionProps = Pick<BankLines, 'undirected'> &
  Pick<ComparisonProps, 'onAnswer'> & { isIncoming: boolean | undefined }

/** Renders the question whether lines without any sign are money in. */
function DirectionQuestion({ undirected, isIncoming, onAnswer }: DirectionProps) {
  const { locale } = useLocale()
  const text = copy.direction
  const more = undirected.length - EXAMPLES_MAX
  const examples = undirected.slice(0, EXAMPLES_MAX).map(text.quoted).join(', ')
  return (
    <div className="wrap-anywhere flex flex-col gap-1.5 print:hidden">
      <ChoiceGroup
        legend={text.all(examples, more > 0 ? numberFormat(locale).format(more) : null)}
        name="direction"
        value={isIncoming === undefined ? '' : isIncoming ? 'in' : 'mixed'}
        options={[
          { value: 'in', label: text.allIn },
          { value: 'mixed', label: text.mixed },
        ]}
        onChange={(value) => onAnswer({ isIncoming: value === 'in' })}
      />
      {isIncoming ? null : (
        <p className="text-muted text-xs">{isIncoming === undefined ? text.hint : text.mixedHint}</p>
      )}
    </div>
  )
}
