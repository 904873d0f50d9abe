import Papa from 'papaparse'
import type { PaidSettlement } from '@/lib/dashboard/schema/bank-match'
import { inertCell } from '@/lib/domain/inert-cell'
import { bankMatch as copy } from '@/lib/messages/bank-match'
import type { BankMatch } from './match-bank-lines'
import type { BankLine, UnreadLine } from './read-bank-lines'
import { decimalText } from './shown-minor'

const BYTE_ORDER_MARK = '\uFEFF'

type Cells = {
  line?: BankLine
  settlement?: PaidSettlement
  differenceMinor?: bigint
  unread?: UnreadLine
  note?: string
}

/** Returns the result of a comparison as CSV: every line and every missing settlement. */
export function resultCsv(match: BankMatch, unread: readonly UnreadLine[], currency: string): string {
  const minor = (amount: bigint | string) => decimalText(BigInt(amount), currency)
  const row = (result: keyof typeof copy.regions, cells: Cells) => {
    const { line, settlement, differenceMinor, unread: left, note = '' } = cells
    return [
      copy.regions[result],
      String((line ?? left)?.row ?? ''),
      line?.day ?? '',
      line ? minor(line.minor) : '',
      (line ?? left)?.text ?? '',
      settlement?.id ?? '',
      settlement?.reference ?? '',
      settlement?.paid_day ?? '',
      settlement ? minor(settlement.net_minor) : '',
      differenceMinor === undefined ? '' : minor(differenceMinor),
      note,
      currency,
    ]
  }
  const rows = [
    Object.values(copy.exported),
    ...match.matched.map(({ line, settlement, by }) =>
      row('matched', { line, settlement, note: copy.by[by] }),
    ),
    ...match.different.map((cells) => row('different', cells)),
    ...match.undecided.map(({ line, candidates }) =>
      row('undecided', { line, note: candidates.map(({ id }) => id).join(' ') }),
    ),
    ...match.missing.map((settlement) => row('missing', { settlement })),
    ...match.notKnown.map(({ line, settlement }) =>
      row('notKnown', { line, ...(settlement ? { settlement } : {}) }),
    ),
    ...match.notOurs.map(({ line, sameReference }) =>
      row('notOurs', {
        line,
        note: sameReference ? copy.sameReference : line.isProven ? '' : copy.undirected,
      }),
    ),
    ...unread.map((one) => row('unread', { unread: one, note: copy.reasons[one.reason] })),
  ]
  return (
    BYTE_ORDER_MARK +
    Papa.unparse(
      rows.map((cells) => cells.map(inertCell)),
      { newline: '\r\n' },
    )
  )
}
