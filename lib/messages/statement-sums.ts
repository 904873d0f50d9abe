import type { Translate } from './translator'

/** Line of a sum: its amount without the sign by which it is added. */
export type SumLine = { name: string; amount: number; sign?: '+' | '−' | '='; note?: string }

type Amount =
  | 'opening'
  | 'gross'
  | 'fees'
  | 'refunds'
  | 'disputes'
  | 'net'
  | 'closing'
  | 'debt'
  | 'unexplained'
type Totals = Record<Amount | 'settlements' | 'transfers' | 'waiting' | 'waiting_net', number> & {
  closed: boolean
  unsettled: { count: number }
}

/** Returns the sums of a month from opening to closing, the parts of the closing balance, and what it does not include. */
export function sumsOf(totals: Totals, t: Translate) {
  const { settlements, transfers, refunds, disputes, debt, unexplained, unsettled } = totals
  const sums: SumLine[] = [
    { name: t('statements.opening'), amount: totals.opening },
    {
      name: t('statements.settled'),
      amount: totals.gross,
      sign: '+',
      note: t('statements.counted.settlements', { count: settlements }),
    },
    { name: t('statements.fees'), amount: totals.fees, sign: '−' },
    ...(refunds ? [{ name: t('statements.refunds'), amount: refunds, sign: '−' as const }] : []),
    ...(disputes ? [{ name: t('statements.disputes'), amount: disputes, sign: '−' as const }] : []),
    {
      name: t('statements.transferred'),
      amount: totals.net,
      sign: '−',
      note: t('statements.counted.transfers', { count: transfers }),
    },
    {
      name: t(totals.closed ? 'statements.closing' : 'statements.closingSoFar'),
      amount: totals.closing,
      sign: '=',
    },
  ]
  const parts: SumLine[] = [
    { name: t('statements.check.onItsWay', { count: totals.waiting }), amount: totals.waiting_net },
    ...(debt ? [{ name: t('statements.check.debt'), amount: debt }] : []),
    ...(unexplained ? [{ name: t('statements.check.unexplained'), amount: unexplained }] : []),
  ]
  const left = unsettled.count ? t('statements.unsettled', { count: unsettled.count }) : null
  return { sums, parts, unsettled: left }
}
