'use client'

import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useMember, useRead } from '@/components/data/member'
import { LoadFailed } from '@/components/data/query-fallback'
import { useSavedDraft } from '@/components/data/saved-draft'
import { Amount } from '@/components/money/amount'
import { InlineLink } from '@/components/navigation/link-looks'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { useTimes } from '@/components/time/times'
import { Badge, type Tone } from '@/components/ui/badge'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ChoiceGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Select, Textarea } from '@/components/ui/input'
import { OpenFile } from '@/components/ui/open-file'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table'
import type { PaidSettlement } from '@/lib/dashboard/statements/paid-settlements'
import { isCurrency } from '@/lib/domain/currencies'
import { decodeText } from '@/lib/domain/decode-text'
import { numberFormat } from '@/lib/domain/formatters'
import { toDecimalString } from '@/lib/domain/money'
import type { DayOrder } from '@/lib/domain/typed-date'
import { type BankMatch, matchBankLines, type ResultRow } from './match-bank-lines'
import { BANK_LINES_MAX, type BankLines, countLines, readBankLines } from './read-bank-lines'

const ACCEPTED = '.csv,.tsv,.txt,.sta,.940,.mt940,.xml,text/csv,text/plain,text/tab-separated-values,text/xml'

/** The lines with the user's answers: the order of day and month, and the column of money in. */
type Draft = { text: string; answers: { order?: DayOrder; incomingAt?: number } }

const NO_LINES: Draft = { text: '', answers: {} }

/**
 * Renders a field for lines of a bank statement, which stay in the browser, and the settlement that matches each line.
 */
export function BankMatchScreen() {
  const t = useTexts()
  const { account, owner } = useMember()
  const { currency } = account
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
      if (next.trim() === '') setProblem(t('bank-match.fileEmpty'))
      else change(next)
    } catch {
      setProblem(t('bank-match.fileUnreadable'))
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
  const error = isTooMany ? t('bank-match.tooMany', { count, max: BANK_LINES_MAX }) : problem
  return (
    <div className="flex flex-col gap-6">
      <Card className="flex flex-col gap-4 print:hidden">
        <Field label={t('bank-match.paste')} hint={t('bank-match.pasteHint')} error={error}>
          <Textarea
            name="lines"
            rows={6}
            spellCheck={false}
            value={text}
            placeholder={t('bank-match.placeholder')}
            onChange={(event) => change(event.target.value)}
            className="max-h-60 min-h-36 overflow-x-auto whitespace-pre font-mono text-sm"
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <OpenFile label={t('bank-match.file')} accept={ACCEPTED} onFile={(file) => void open(file)} />
          {text === '' ? null : (
            <Button variant="quiet" size="sm" onClick={() => change('')}>
              {t('bank-match.clear')}
            </Button>
          )}
          <span role="status" className="text-muted text-sm">
            {saved.isRestored ? t('bank-match.restored') : ''}
          </span>
        </div>
        {read?.ambiguous ? (
          <ChoiceGroup
            legend={t('bank-match.order', { example: read.ambiguous })}
            name="order"
            value={read.order}
            options={(['dmy', 'mdy'] as const).map((value) => ({
              value,
              label: t(`bank-match.orders.${value}`),
            }))}
            onChange={(order) => answer({ order })}
          />
        ) : null}
        {read && (incomingAt !== undefined || read.lines.some(({ isProven }) => !isProven)) ? (
          <Field label={t('bank-match.incoming')} hint={t('bank-match.incomingHint')}>
            <Select
              value={incomingAt ?? ''}
              onChange={({ target: { value } }) =>
                answer({ incomingAt: value === '' ? undefined : Number(value) })
              }
            >
              <option value="">{t('bank-match.noColumn')}</option>
              {read.columns.map(({ at, name, example }) => (
                <option key={at} value={at}>
                  {t('bank-match.column', {
                    name: name || t('bank-match.columnAt', { at: at + 1 }),
                    example,
                  })}
                </option>
              ))}
            </Select>
          </Field>
        ) : null}
      </Card>
      {read ? <Comparison key={pasted} read={read} /> : null}
    </div>
  )
}

function Comparison({ read }: { read: BankLines }) {
  const t = useTexts()
  const { dayName } = useTimes()
  const { currency } = useMember().account
  const days = read.lines.map(({ day }) => day).sort()
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const { data, error, refetch } = useRead('settlements/list/bank', { from, to }, { enabled: from !== '' })
  const results = useMemo(() => matchBankLines(read, data?.settlements ?? []), [data, read])
  if (error) return <LoadFailed error={error} onRetry={() => refetch()} />
  if (data && !data.complete) return <Banner tone="warning" title={t('bank-match.incomplete')} announce />
  const isForeign = read.unread.some(({ reason }) => reason === 'other_currency')
  const nothing = isForeign ? t('bank-match.otherCurrency', { currency }) : t('bank-match.nothingRead')
  const found = data
    ? t('bank-match.result', { count: read.lines.length, from: dayName(from), to: dayName(to) })
    : t('bank-match.comparing')
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="font-medium">
        {from === '' ? nothing : found}
      </p>
      {data || from === ''
        ? regions
            .filter(([name]) => results[name].length > 0)
            .map(([name, tone]) => <Region key={name} name={name} tone={tone} rows={results[name]} />)
        : null}
    </div>
  )
}

/** Rows of a section that a browser on a slow phone renders without delay. */
const SHOWN_MAX = 200

const regions = [
  ['matched', 'success'],
  ['different', 'danger'],
  ['undecided', 'warning'],
  ['missing', 'warning'],
  ['notOurs', 'neutral'],
  ['unread', 'muted'],
] as const satisfies readonly (readonly [keyof BankMatch, Tone])[]

function Region({ name, tone, rows }: { name: keyof BankMatch; tone: Tone; rows: readonly ResultRow[] }) {
  const t = useTexts()
  const number = numberFormat(useLocale().locale)
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <div>
        <div className="flex items-center gap-2">
          <h2 id={headingId} className="text-lg">
            {t(`bank-match.regions.${name}`)}
          </h2>
          <Badge tone={tone} className="tnum">
            {number.format(rows.length)}
          </Badge>
        </div>
        <p className="text-muted text-sm">{t(`bank-match.hints.${name}`)}</p>
      </div>
      <Table label={t(`bank-match.regions.${name}`)}>
        <TableHead>
          <HeadCell className="w-32 min-w-32">{t('bank-match.columns.date')}</HeadCell>
          <HeadCell>{t('bank-match.columns.line')}</HeadCell>
          <HeadCell className="w-64 min-w-64">
            {t(name === 'unread' ? 'bank-match.columns.reason' : 'bank-match.columns.settlement')}
          </HeadCell>
          <HeadCell className="w-32 min-w-32 text-right">{t('bank-match.columns.amount')}</HeadCell>
        </TableHead>
        <TableBody>
          {rows.slice(0, SHOWN_MAX).map((row) => (
            <ResultLine key={row.line?.row ?? row.settlement?.id} row={row} />
          ))}
        </TableBody>
      </Table>
      {rows.length > SHOWN_MAX ? (
        <p className="text-muted text-sm">{t('bank-match.hidden', { count: rows.length - SHOWN_MAX })}</p>
      ) : null}
    </section>
  )
}

function ResultLine({ row }: { row: ResultRow }) {
  const t = useTexts()
  const { dayName } = useTimes()
  const { line, settlement, differenceMinor, candidates, note } = row
  const day = line ? line.day : settlement?.day
  const minor = line ? line.minor : settlement?.net_minor
  const text = line?.text ?? settlement?.reference ?? settlement?.id
  return (
    <Row className="min-h-0">
      <Cell className="tnum whitespace-nowrap text-sm">
        {day ? (
          dayName(day)
        ) : (
          <span className="text-muted">{t('bank-match.row', { row: String(line?.row) })}</span>
        )}
      </Cell>
      <Cell className="@max-2xl:order-2 @max-2xl:col-span-2 @2xl:w-full @2xl:max-w-0">
        <span dir="auto" title={text} className="wrap-anywhere @2xl:line-clamp-2 text-sm">
          {text}
        </span>
      </Cell>
      <Cell className="text-sm empty:hidden @max-2xl:order-3 @max-2xl:col-span-2 @2xl:empty:table-cell">
        {candidates?.map((candidate) => (
          <span key={candidate.id} className="block">
            <SettlementLink settlement={candidate} />
            {candidate.day ? ` ${t('bank-match.paidOn', { day: dayName(candidate.day) })}` : null}
          </span>
        ))}
        {settlement ? <SettlementLink settlement={settlement} /> : null}
        {settlement && differenceMinor !== undefined ? (
          <>
            {' '}
            <Money minor={settlement.net_minor} />
            <span className="block font-medium text-danger text-sm">
              {t('bank-match.difference')} <Money minor={differenceMinor} />
            </span>
          </>
        ) : null}
        {note ? <span className="block text-muted text-xs">{t(note)}</span> : null}
      </Cell>
      <Cell className="@max-2xl:order-1 @max-2xl:justify-self-end @2xl:text-right">
        {minor === undefined ? null : <Money minor={minor} />}
      </Cell>
    </Row>
  )
}

/** Renders an amount in minor units. An unknown currency is treated as one with two decimals. */
function Money({ minor }: { minor: bigint | string }) {
  const { currency } = useMember().account
  const major = isCurrency(currency) ? toDecimalString(BigInt(minor), currency) : Number(minor) / 100
  return <Amount amount={Number(major)} currency={currency} />
}

function SettlementLink({ settlement: { id, reference } }: { settlement: PaidSettlement }) {
  const t = useTexts()
  return (
    <InlineLink href={`/balance/settlements/${encodeURIComponent(id)}`} className="hit wrap-anywhere">
      {reference === null ? t('bank-match.settlement') : t('bank-match.settlementOf', { reference })}
    </InlineLink>
  )
}
