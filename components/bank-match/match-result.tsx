import { type ReactNode, useId } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/shell/navigation/page-link'
import { fullDayName } from '@/components/time/format-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Select } from '@/components/ui/select'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { numberFormat } from '@/lib/domain/formatters'
import { bankMatch as copy } from '@/lib/messages/bank-match'
import type { BankTools, ResultRow } from './bank-tools'

/** Rows of a section that a browser on a slow phone renders without delay. */
const SHOWN_MAX = 200

/** Regions in their order, with the tone of their count. Those that are `rare` are shown only with rows. */
const regions = [
  { name: 'matched', tone: 'success' },
  { name: 'different', tone: 'danger' },
  { name: 'undecided', tone: 'warning', isRare: true },
  { name: 'missing', tone: 'warning' },
  { name: 'notKnown', tone: 'warning', isRare: true },
  { name: 'notOurs', tone: 'neutral' },
  { name: 'unread', tone: 'muted' },
] as const satisfies readonly { name: keyof typeof copy.regions; tone: Tone; isRare?: true }[]

type Props = {
  results: ReturnType<BankTools['resultRows']>
  /** False if no line could be read: there is nothing to compare. */
  isCompared: boolean
  /** Returns an amount in major units. */
  majorOf: (minor: bigint | string) => number
  currency: string
  onChoose: (row: number, id: string | null) => void
}

/** Renders the regions of the result with their counts: matches, lines that need a person, and lines of other origin. */
export function MatchResult({ results, isCompared, majorOf, currency, onChoose }: Props) {
  const amount = (minor: bigint | string) => <Amount amount={majorOf(minor)} currency={currency} />
  return regions
    .filter(({ name, ...region }) =>
      isCompared ? !('isRare' in region) || results[name].length > 0 : name === 'unread',
    )
    .map(({ name, tone }) => (
      <Region key={name} name={name} tone={tone} count={results[name].length}>
        {results[name].slice(0, SHOWN_MAX).map((row) => (
          <ResultLine key={row.line?.row ?? row.settlement?.id} row={row} amount={amount}>
            <Outcome row={row} amount={amount} onChoose={onChoose} />
          </ResultLine>
        ))}
      </Region>
    ))
}

type RegionProps = { name: keyof typeof copy.regions; tone: Tone; count: number; children: ReactNode }

function Region({ name, tone, count, children }: RegionProps) {
  const { locale } = useLocale()
  const headingId = useId()
  const number = numberFormat(locale)
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <div>
        <div className="flex items-center gap-2">
          <h2 id={headingId} className="text-lg">
            {copy.regions[name]}
          </h2>
          <Badge tone={count === 0 ? 'muted' : tone} className="tnum">
            {number.format(count)}
          </Badge>
        </div>
        <p className="text-muted text-sm">{copy.hints[name]}</p>
      </div>
      {count > 0 ? (
        <Table label={copy.regions[name]}>
          <TableHead>
            <HeadCell className="w-32 min-w-32">{copy.columns.date}</HeadCell>
            <HeadCell>{copy.columns.line}</HeadCell>
            <HeadCell className="w-64 min-w-64">
              {name === 'unread' ? copy.columns.reason : copy.columns.settlement}
            </HeadCell>
            <HeadCell className="w-32 min-w-32 text-right">{copy.columns.amount}</HeadCell>
          </TableHead>
          <TableBody>{children}</TableBody>
        </Table>
      ) : null}
      {count > SHOWN_MAX ? (
        <p className="text-muted text-sm">{copy.hidden(number.format(count - SHOWN_MAX))}</p>
      ) : null}
    </section>
  )
}

type AmountOf = { amount: (minor: bigint | string) => ReactNode }

function ResultLine({ row, amount, children }: { row: ResultRow; children: ReactNode } & AmountOf) {
  const { line, settlement } = row
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
        {children}
      </Cell>
      <Cell className="@max-2xl:order-1 @max-2xl:justify-self-end @2xl:text-right">
        {minor === undefined ? null : amount(minor)}
      </Cell>
    </Row>
  )
}

/** Renders the settlement of a line with its difference and its note, or the choice of one. */
function Outcome({ row, amount, onChoose }: { row: ResultRow; onChoose: Props['onChoose'] } & AmountOf) {
  const { line, settlement, differenceMinor, candidates, isChosen, note } = row
  const choose = (id: string | null) => line && onChoose(line.row, id)
  if (candidates) {
    return (
      <Select aria-label={copy.choose} value="" onChange={(event) => choose(event.target.value)}>
        <option value="">{copy.choose}</option>
        {candidates.map(({ id, reference, paid_day }) => (
          <option key={id} value={id}>
            {`${copy.settlementOf(reference)} ${copy.paidOn(fullDayName(paid_day))}`}
          </option>
        ))}
      </Select>
    )
  }
  if (!settlement) return note
  return (
    <>
      <TextLink>
        <PageLink
          href={`/balance/settlements/${encodeURIComponent(settlement.id)}`}
          className="hit wrap-anywhere"
        >
          {copy.settlementOf(settlement.reference)}
        </PageLink>
      </TextLink>
      {differenceMinor === undefined ? null : (
        <>
          {' '}
          {amount(settlement.net_minor)}
          <span className="block font-medium text-danger text-sm">
            {copy.difference} {amount(differenceMinor)}
          </span>
        </>
      )}
      <span className="block text-muted text-xs empty:hidden">
        {note}
        {isChosen ? (
          <>
            {' · '}
            <TextLink>
              <button type="button" onClick={() => choose(null)}>
                {copy.undo}
              </button>
            </TextLink>
          </>
        ) : null}
      </span>
    </>
  )
}
