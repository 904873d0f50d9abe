import { type ReactNode, useId } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/shell/navigation/page-link'
import { fullDayName } from '@/components/time/format-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Select } from '@/components/ui/select'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import type { PaidSettlement } from '@/lib/dashboard/schema/bank-match'
import { numberFormat } from '@/lib/domain/formatters'
import { bankMatch as copy } from '@/lib/messages/bank-match'
import type { BankMatch } from './match-bank-lines'
import type { BankLine, UnreadLine } from './read-bank-lines'
import { majorOf } from './shown-minor'

/** Rows of a section that a browser on a slow phone renders without delay. */
const SHOWN_MAX = 200

type Choose = (row: number, id: string | null) => void
type Props = {
  /** Null if no line could be read. */
  match: BankMatch | null
  unread: readonly UnreadLine[]
  currency: string
  /** Time up to which the dashboard knows all settlements. */
  knownAt: string
  onChoose: Choose
}

/**
 * Renders the sections of the result with their counts: matches, then lines that need a person, then lines of other
 * origin.
 */
export function MatchResult({ match, unread, ...rest }: Props) {
  return (
    <>
      {match ? <Compared match={match} {...rest} /> : null}
      <Region name="unread" tone="muted" rows={unread}>
        {(one) => (
          <ResultRow
            key={one.row}
            date={<span className="text-muted">{`${copy.columns.row} ${one.row}`}</span>}
            text={one.text}
          >
            {copy.reasons[one.reason]}
          </ResultRow>
        )}
      </Region>
    </>
  )
}

type ComparedProps = Omit<Props, 'match' | 'unread'> & { match: BankMatch }

function Compared({ match, currency, knownAt, onChoose }: ComparedProps) {
  const { matched, different, undecided, missing, notKnown, notOurs } = match
  const amount = (minor: bigint | string) => <Amount amount={majorOf(minor, currency)} currency={currency} />
  return (
    <>
      <Region name="matched" tone="success" rows={matched}>
        {({ line, settlement, by }) => (
          <LineRow key={line.row} line={line} amount={amount(line.minor)}>
            <SettlementLink settlement={settlement} />
            <span className="block text-muted text-xs">
              {copy.by[by]}
              {by === 'choice' ? (
                <>
                  {' · '}
                  <TextLink>
                    <button type="button" onClick={() => onChoose(line.row, null)}>
                      {copy.undo}
                    </button>
                  </TextLink>
                </>
              ) : null}
            </span>
          </LineRow>
        )}
      </Region>
      <Region name="different" tone="danger" rows={different}>
        {({ line, settlement, differenceMinor }) => (
          <LineRow key={line.row} line={line} amount={amount(line.minor)}>
            <SettlementLink settlement={settlement} /> <span>{amount(settlement.net_minor)}</span>
            <span className="block font-medium text-danger text-sm">
              {copy.difference('')}
              {amount(differenceMinor)}
            </span>
          </LineRow>
        )}
      </Region>
      {undecided.length > 0 ? (
        <Region name="undecided" tone="warning" rows={undecided}>
          {({ line, candidates }) => (
            <LineRow key={line.row} line={line} amount={amount(line.minor)}>
              <Select
                aria-label={copy.choose}
                value=""
                onChange={(event) => onChoose(line.row, event.target.value)}
              >
                <option value="">{copy.choose}</option>
                {candidates.map((one) => (
                  <option key={one.id} value={one.id}>
                    {`${copy.settlementOf(one.reference)} ${copy.paidOn(fullDayName(one.paid_day))}`}
                  </option>
                ))}
              </Select>
            </LineRow>
          )}
        </Region>
      ) : null}
      <Region name="missing" tone="warning" rows={missing}>
        {(settlement) => (
          <ResultRow
            key={settlement.id}
            date={fullDayName(settlement.paid_day)}
            text={settlement.reference ?? settlement.id}
            amount={amount(settlement.net_minor)}
          >
            <SettlementLink settlement={settlement} />
          </ResultRow>
        )}
      </Region>
      {notKnown.length > 0 ? (
        <Region name="notKnown" tone="warning" rows={notKnown}>
          {({ line, settlement }) => (
            <LineRow key={line.row} line={line} amount={amount(line.minor)}>
              {settlement ? <SettlementLink settlement={settlement} /> : null}
              <span className="block text-muted text-xs">
                {settlement ? copy.onItsWay : copy.knownUntil(knownAt)}
              </span>
            </LineRow>
          )}
        </Region>
      ) : null}
      <Region name="notOurs" tone="neutral" rows={notOurs}>
        {({ line, sameReference }) => (
          <LineRow key={line.row} line={line} amount={amount(line.minor)}>
            {sameReference ? copy.sameReference : line.isProven ? null : copy.undirected}
          </LineRow>
        )}
      </Region>
    </>
  )
}

type RegionProps<Item> = {
  name: keyof typeof copy.regions
  tone: Tone
  rows: readonly Item[]
  children: (row: Item) => ReactNode
}

function Region<Item>({ name, tone, rows, children }: RegionProps<Item>) {
  const { locale } = useLocale()
  const headingId = useId()
  const number = numberFormat(locale)
  const hidden = rows.length - SHOWN_MAX
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <div>
        <div className="flex items-center gap-2">
          <h2 id={headingId} className="text-lg">
            {copy.regions[name]}
          </h2>
          <Badge tone={rows.length === 0 ? 'muted' : tone} className="tnum">
            {number.format(rows.length)}
          </Badge>
        </div>
        <p className="text-muted text-sm">{copy.hints[name]}</p>
      </div>
      {rows.length > 0 ? (
        <Table label={copy.regions[name]}>
          <TableHead>
            <HeadCell className="w-32 min-w-32">{copy.columns.date}</HeadCell>
            <HeadCell>{copy.columns.line}</HeadCell>
            <HeadCell className="w-64 min-w-64">
              {name === 'unread' ? copy.columns.reason : copy.columns.settlement}
            </HeadCell>
            <HeadCell className="w-32 min-w-32 text-right">{copy.columns.amount}</HeadCell>
          </TableHead>
          <TableBody>{rows.slice(0, SHOWN_MAX).map(children)}</TableBody>
        </Table>
      ) : null}
      {hidden > 0 ? <p className="text-muted text-sm">{copy.hidden(number.format(hidden))}</p> : null}
    </section>
  )
}

type LineRowProps = { line: BankLine; amount: ReactNode; children: ReactNode }

function LineRow({ line, ...rest }: LineRowProps) {
  return <ResultRow date={fullDayName(line.day)} text={line.text} {...rest} />
}

type ResultRowProps = { date: ReactNode; text: string; amount?: ReactNode; children?: ReactNode }

function ResultRow({ date, text, amount, children }: ResultRowProps) {
  return (
    <Row className="min-h-0">
      <Cell className="tnum whitespace-nowrap text-sm">{date}</Cell>
      <Cell className="@max-2xl:order-2 @max-2xl:col-span-2 @2xl:w-full @2xl:max-w-0">
        <span dir="auto" title={text} className="wrap-anywhere @2xl:line-clamp-2 text-sm">
          {text}
        </span>
      </Cell>
      <Cell className="text-sm empty:hidden @max-2xl:order-3 @max-2xl:col-span-2 @2xl:empty:table-cell">
        {children}
      </Cell>
      <Cell className="@max-2xl:order-1 @max-2xl:justify-self-end @2xl:text-right">{amount}</Cell>
    </Row>
  )
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
