import { useId } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { fullDayName } from '@/components/time/format-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import type { PaidSettlement } from '@/lib/dashboard/schema/statement'
import { isCurrency } from '@/lib/domain/currencies'
import { numberFormat } from '@/lib/domain/formatters'
import { toDecimalString } from '@/lib/domain/money'
import { bankMatch as copy } from '@/lib/messages/bank-match'
import type { BankMatch, ResultRow } from './match-bank-lines'

/** Rows of a section that a browser on a slow phone renders without delay. */
const SHOWN_MAX = 200

/** Regions in their order, with the tone of their count. */
const regions = [
  ['matched', 'success'],
  ['different', 'danger'],
  ['undecided', 'warning'],
  ['missing', 'warning'],
  ['notKnown', 'warning'],
  ['notOurs', 'neutral'],
  ['unread', 'muted'],
] as const satisfies readonly (readonly [keyof BankMatch, Tone])[]

/** Renders the regions of the result with their counts: matches, lines that need a person, and lines of other origin. */
export function MatchResult({ results, currency }: { results: BankMatch; currency: string }) {
  return regions
    .filter(([name]) => results[name].length > 0)
    .map(([name, tone]) => (
      <Region key={name} name={name} tone={tone} rows={results[name]} currency={currency} />
    ))
}

type RegionProps = { name: keyof BankMatch; tone: Tone; rows: readonly ResultRow[]; currency: string }

function Region({ name, tone, rows, currency }: RegionProps) {
  const number = numberFormat(useLocale().locale)
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <div>
        <div className="flex items-center gap-2">
          <h2 id={headingId} className="text-lg">
            {copy.regions[name]}
          </h2>
          <Badge tone={tone} className="tnum">
            {number.format(rows.length)}
          </Badge>
        </div>
        <p className="text-muted text-sm">{copy.hints[name]}</p>
      </div>
      <Table label={copy.regions[name]}>
        <TableHead>
          <HeadCell className="w-32 min-w-32">{copy.columns.date}</HeadCell>
          <HeadCell>{copy.columns.line}</HeadCell>
          <HeadCell className="w-64 min-w-64">
            {name === 'unread' ? copy.columns.reason : copy.columns.settlement}
          </HeadCell>
          <HeadCell className="w-32 min-w-32 text-right">{copy.columns.amount}</HeadCell>
        </TableHead>
        <TableBody>
          {rows.slice(0, SHOWN_MAX).map((row) => (
            <ResultLine key={row.line?.row ?? row.settlement?.id} row={row} currency={currency} />
          ))}
        </TableBody>
      </Table>
      {rows.length > SHOWN_MAX ? (
        <p className="text-muted text-sm">{copy.hidden(number.format(rows.length - SHOWN_MAX))}</p>
      ) : null}
    </section>
  )
}

function ResultLine({ row, currency }: { row: ResultRow; currency: string }) {
  const { line, settlement, differenceMinor, candidates, note } = row
  const day = line ? line.day : settlement?.paid_day
  const minor = line ? line.minor : settlement?.net_minor
  const text = line?.text ?? settlement?.reference ?? settlement?.id
  return (
    <Row className="min-h-0">
      <Cell className="tnum whitespace-nowrap text-sm">
        {day ? fullDayName(day) : <span className="text-muted">{`${copy.columns.row} ${line?.row}`}</span>}
      </Cell>
      <Cell className="@max-2xl:order-2 @max-2xl:col-span-2 @2xl:w-full @2xl:max-w-0">
        <span dir="auto" title={text} className="wrap-anywhere @2xl:line-clamp-2 text-sm">
          {text}
        </span>
      </Cell>
      <Cell className="text-sm empty:hidden @max-2xl:order-3 @max-2xl:col-span-2 @2xl:empty:table-cell">
        {candidates?.map((candidate) => (
          <span key={candidate.id} className="block">
            <SettlementLink settlement={candidate} /> {copy.paidOn(fullDayName(candidate.paid_day))}
          </span>
        ))}
        {settlement ? <SettlementLink settlement={settlement} /> : null}
        {settlement && differenceMinor !== undefined ? (
          <>
            {' '}
            <Money minor={settlement.net_minor} currency={currency} />
            <span className="block font-medium text-danger text-sm">
              {copy.difference} <Money minor={differenceMinor} currency={currency} />
            </span>
          </>
        ) : null}
        {note ? <span className="block text-muted text-xs">{note}</span> : null}
      </Cell>
      <Cell className="@max-2xl:order-1 @max-2xl:justify-self-end @2xl:text-right">
        {minor === undefined ? null : <Money minor={minor} currency={currency} />}
      </Cell>
    </Row>
  )
}

/** Renders an amount in minor units. An unknown currency is treated as one with two decimals. */
function Money({ minor, currency }: { minor: bigint | string; currency: string }) {
  const major = isCurrency(currency) ? toDecimalString(BigInt(minor), currency) : Number(minor) / 100
  return <Amount amount={Number(major)} currency={currency} />
}

function SettlementLink({ settlement: { id, reference } }: { settlement: PaidSettlement }) {
  return (
    <TextLink>
      <PageLink href={`/balance/settlements/${encodeURIComponent(id)}`} className="hit wrap-anywhere">
        {copy.settlementOf(reference)}
      </PageLink>
    </TextLink>
  )
}
