import { firstIdAt } from '@/lib/contract/ids'

/** FROM items of the rules: whole tables, or their recent rows. */
export interface RuleScope {
  payment: string
  ledger: string
  link: string
  settlement: string
}

export const fullScope: RuleScope = {
  payment: 'service.payment',
  ledger: 'service.ledger_entry',
  link: 'service.payment_link',
  settlement: 'service.settlement',
}

/**
 * Returns the rows created since an instant: payments and settlements with their ledger entries, links with those that
 * such payments used. Ids sort by creation, so indexes find all of them and no history is read.
 */
export function rowsCreatedSince(since: Date): RuleScope {
  const payments = `id >= '${firstIdAt('pay', since)}'`
  const settlements = `id >= '${firstIdAt('set', since)}'`
  const entry =
    'e.account_id, e.transaction_id, e.ledger, e.kind, e.amount_minor, e.currency, e.payment_id, e.settlement_id'
  const link = 'l.account_id, l.id, l.status, l.max_uses, l.paid_count, l.slots'
  return {
    payment: `(SELECT account_id, id, status, amount_minor, fee_minor, currency FROM service.payment WHERE ${payments})`,
    ledger: `(SELECT ${entry} FROM service.payment p
        JOIN service.ledger_entry e ON e.account_id = p.account_id AND e.payment_id = p.id WHERE p.${payments}
      UNION ALL SELECT ${entry} FROM service.settlement s
        JOIN service.ledger_entry e ON e.account_id = s.account_id AND e.transaction_id IN (s.id, s.id || ':paid') WHERE s.${settlements})`,
    link: `(SELECT ${link} FROM service.payment_link l WHERE l.id >= '${firstIdAt('pl', since)}'
      UNION SELECT ${link} FROM service.payment p
        JOIN service.payment_link l ON l.account_id = p.account_id AND l.id = p.link_id WHERE p.${payments})`,
    settlement: `(SELECT account_id, id, status, currency, gross_minor, fee_minor, debt_minor, net_minor, payment_count,
        period_start, period_end, previous_end, created_at FROM service.settlement WHERE ${settlements})`,
  }
}
