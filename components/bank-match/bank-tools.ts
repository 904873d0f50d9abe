import Papa from 'papaparse'
import type { PaidSettlement } from '@/lib/dashboard/schema/bank-match'
import { isCurrency } from '@/lib/domain/currencies'
import { inertCell } from '@/lib/domain/inert-cell'
import { toDecimalString } from '@/lib/domain/money'
import { bankMatch as copy } from '@/lib/messages/bank-match'
import { type BankMatch, matchBankLines } from './match-bank-lines'
import { BANK_LINES_MAX, type BankLine, countLines, readBankLines, type UnreadLine } from './read-bank-lines'

const BYTE_ORDER_MARK = '\uFEFF'

/** A row of the result: a line with its settlement, one of them, or a line that was not read. */
export type ResultRow = {
  line?: Pick<BankLine, 'row' | 'text'> & Partial<BankLine>
  settlement?: PaidSettlement | null
  differenceMinor?: bigint
  /** Settlements among which the user chooses. */
  candidates?: BankMatch['undecided'][number]['candidates']
  /** True for a choice that may be undone. */
  isChosen?: boolean
  note?: string
}

/** Returns the rows of the result by region. `knownAt` is the time up to which the dashboard knows all settlements. */
function resultRows(
  match: BankMatch | null,
  unread: readonly UnreadLine[],
  knownAt: string,
): Record<keyof typeof copy.regions, readonly ResultRow[]> {
  const {
    matched = [],
    different = [],
    undecided = [],
    missing = [],
    notKnown = [],
    notOurs = [],
  } = match ?? {}
  return {
    matched: matched.map(({ by, ...pair }) => ({ ...pair, note: copy.by[by], isChosen: by === 'choice' })),
    different,
    undecided,
    missing: missing.map((settlement) => ({ settlement })),
    notKnown: notKnown.map((pair) => ({
      ...pair,
      note: pair.settlement ? copy.onItsWay : copy.knownUntil(knownAt),
    })),
    notOurs: notOurs.map(({ line, sameReference }) => ({
      line,
      note: sameReference ? copy.sameReference : line.isProven ? '' : copy.undirected,
    })),
    unread: unread.map(({ reason, ...line }) => ({ line, note: copy.reasons[reason] })),
  }
}

/** Returns the result of a comparison as CSV: every line and every missing settlement. */
function resultCsv(results: ReturnType<typeof resultRows>, currency: string): string {
  const minor = (amount: bigint | string | undefined) =>
    amount === undefined ? '' : decimalText(BigInt(amount), currency)
  // The regions of the result are those of the messages.
  const regions = Object.keys(copy.regions) as (keyof typeof copy.regions)[]
  const rows = regions.flatMap((region) =>
    results[region].map(({ line, settlement, differenceMinor, candidates, note }) => [
      copy.regions[region],
      String(line?.row ?? ''),
      line?.day ?? '',
      minor(line?.minor),
      line?.text ?? '',
      settlement?.id ?? '',
      settlement?.reference ?? '',
      settlement?.paid_day ?? '',
      minor(settlement?.net_minor),
      minor(differenceMinor),
      candidates?.map(({ id }) => id).join(' ') ?? note ?? '',
      currency,
    ]),
  )
  const inert = [Object.values(copy.exported), ...rows].map((cells) => cells.map(inertCell))
  return BYTE_ORDER_MARK + Papa.unparse(inert, { newline: '\r\n' })
}

/** Returns minor units as decimal text. An unknown currency is treated as one with two decimals. */
function decimalText(minor: bigint, currency: string): string {
  return isCurrency(currency) ? toDecimalString(minor, currency) : String(Number(minor) / 100)
}

/** Parser, comparison and export of the result, loaded after the first paste. */
export const bankTools = {
  BANK_LINES_MAX,
  countLines,
  readBankLines,
  matchBankLines,
  resultRows,
  resultCsv,
  decimalText,
}
export type BankTools = typeof bankTools
