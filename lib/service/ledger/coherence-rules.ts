import type { RuleScope } from './rule-scope'
import { dueSinceSql, STUCK_PAYMENT, stuckPaymentSql } from './stuck-payments'

/** A rule that the service's tables must satisfy at every moment: its query returns the violating rows. */
export interface CoherenceRule {
  kind: string
  /** Returns a query for account_id, object_id and two texts, expected and found. One statement, so one snapshot. */
  sql(of: RuleScope): string
  /** True for a rule that sums all history, so that only a full comparison runs it. */
  wholeOnly?: true
}

export const coherenceRules: readonly CoherenceRule[] = [
  {
    kind: 'ledger_transaction_unbalanced',
    sql: (
      of,
    ) => `SELECT account_id, transaction_id AS object_id, '0' AS expected, sum(amount_minor)::text AS found
      FROM ${of.ledger} e GROUP BY account_id, transaction_id HAVING sum(amount_minor) <> 0`,
  },
  {
    kind: 'ledger_transaction_mixes_currencies',
    sql: (
      of,
    ) => `SELECT account_id, transaction_id AS object_id, 'one currency' AS expected, string_agg(DISTINCT currency, ', ') AS found
      FROM ${of.ledger} e GROUP BY account_id, transaction_id HAVING count(DISTINCT currency) > 1`,
  },
  {
    // This holds at every moment: approved gross - fees = available + in transit + paid out (+ carried debt).
    kind: 'balance_differs_from_payments',
    wholeOnly: true,
    sql: () => `WITH booked AS (
        SELECT account_id, sum(amount_minor) AS net FROM service.ledger_entry
        WHERE ledger IN ('available', 'in_transit', 'paid_out', 'debt') GROUP BY account_id
      ), approved AS (
        SELECT account_id, sum(amount_minor - fee_minor) AS net FROM service.payment WHERE status = 'APPROVED' GROUP BY account_id
      )
      SELECT account_id, account_id AS object_id, coalesce(a.net, 0)::text AS expected, coalesce(b.net, 0)::text AS found
      FROM booked b FULL JOIN approved a USING (account_id) WHERE coalesce(a.net, 0) <> coalesce(b.net, 0)`,
  },
  {
    kind: 'payment_booked_wrongly',
    sql: (of) => `WITH booked AS (
        SELECT account_id, payment_id, string_agg(ledger || ' ' || amount_minor || ' ' || currency, ', ' ORDER BY ledger) AS rows
        FROM ${of.ledger} e WHERE kind = 'payment_approved' GROUP BY account_id, payment_id
      ), due AS (
        SELECT account_id, id AS payment_id,
          format('available %s %s, clearing %s %s, fees %s %s',
            amount_minor - fee_minor, currency, -amount_minor, currency, fee_minor, currency) AS rows
        FROM ${of.payment} p WHERE status = 'APPROVED'
      )
      SELECT account_id, payment_id AS object_id, coalesce(d.rows, 'nothing') AS expected, coalesce(b.rows, 'nothing') AS found
      FROM due d FULL JOIN booked b USING (account_id, payment_id) WHERE d.rows IS DISTINCT FROM b.rows`,
  },
  {
    kind: 'link_counts_differ_from_payments',
    sql: (
      of,
    ) => `SELECT l.account_id, l.id AS object_id, format('paid %s, slots %s', paid, paid + held) AS expected,
        format('paid %s, slots %s', l.paid_count, l.slots) AS found
      FROM ${of.link} l, LATERAL (
        SELECT count(*) AS paid FROM service.payment p
        WHERE p.account_id = l.account_id AND p.link_id = l.id AND p.status = 'APPROVED'
      ) uses, LATERAL (
        SELECT count(*) AS held FROM service.payment p
        WHERE p.account_id = l.account_id AND p.link_id = l.id AND p.status = 'PENDING' AND p.slot_taken
      ) holds
      WHERE l.paid_count <> paid OR l.slots <> paid + held`,
  },
  {
    kind: 'link_status_differs_from_quota',
    sql: (
      of,
    ) => `SELECT account_id, id AS object_id, CASE WHEN paid_count = max_uses THEN 'not ACTIVE' ELSE 'not COMPLETED' END AS expected,
        status AS found
      FROM ${of.link} l
      WHERE (status = 'ACTIVE' AND paid_count = max_uses) OR (status = 'COMPLETED' AND paid_count IS DISTINCT FROM max_uses)`,
  },
  {
    kind: STUCK_PAYMENT,
    sql: () => `SELECT account_id, id AS object_id, 'a final state' AS expected,
        format('%s, due since %s, %s voids failed', step, ${dueSinceSql}, void_attempts) AS found
      FROM service.payment WHERE ${stuckPaymentSql}`,
  },
]
