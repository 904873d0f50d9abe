import { firstIdAt } from '@/lib/contract/ids'
import { disputeOrder } from '@/lib/service/payments/dispute-row'

/**
 * Time after which a PENDING payment beyond its lease or its payer's time counts as stuck: longer than the longest wait
 * between two tries of the reconciler (10 minutes), so that one that waits for its turn is not reported.
 */
const STUCK_AFTER_MINUTES = 15

/** Maximum number of discrepancies per rule; a longer list adds no information. */
export const BREAKS_MAX_PER_RULE = 100

/** Kind of the discrepancy of a PENDING payment that should have been closed by now. */
export const STUCK_PAYMENT = 'payment_stuck_pending'

/** Unanswered calls, over most of an hour, after which a PENDING refund, or evidence, counts as stuck. */
const STUCK_AFTER_CALLS = 12

/** Kind of the discrepancy of evidence that no process sends, or whose processor does not answer. */
export const STUCK_EVIDENCE = 'evidence_stuck_unsent'

/** Kind of the discrepancy of a PENDING refund that no process repeats, or whose processor does not answer. */
export const STUCK_REFUND = 'refund_stuck_pending'

/** Instant from which the reconciler may close a PENDING payment, whose own lease does not count. */
const dueSinceSql = `CASE step WHEN 'VOIDING' THEN coalesce(confirm_until, created_at)
  WHEN 'AUTHORIZING' THEN coalesce(greatest(lease_until, confirm_until), created_at)
  ELSE coalesce(lease_until, confirm_until, created_at) END`

/** Condition on service.payment, served by the index of unfinished payments. */
export const stuckPaymentSql = `status = 'PENDING' AND ${dueSinceSql} < clock_timestamp() - interval '${STUCK_AFTER_MINUTES} minutes'`

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
    sql: (of) => `SELECT account_id, transaction_id AS object_id,
        '0' AS expected, sum(amount_minor)::text AS found
      FROM ${of.ledger} e GROUP BY account_id, transaction_id HAVING sum(amount_minor) <> 0`,
  },
  {
    kind: 'ledger_transaction_mixes_currencies',
    sql: (of) => `SELECT account_id, transaction_id AS object_id,
        'one currency' AS expected, string_agg(DISTINCT currency, ', ') AS found
      FROM ${of.ledger} e GROUP BY account_id, transaction_id HAVING count(DISTINCT currency) > 1`,
  },
  {
    // This holds at every moment: approved gross - fees - refunds - disputes = available + in transit + paid out (+ carried debt).
    kind: 'balance_differs_from_payments',
    wholeOnly: true,
    sql: () => `WITH booked AS (
        SELECT account_id, sum(amount_minor) AS net FROM service.ledger_entry
        WHERE ledger IN ('available', 'in_transit', 'paid_out', 'debt') GROUP BY account_id
      ), approved AS (
        SELECT account_id, sum(net) AS net FROM (
          SELECT account_id, amount_minor - fee_minor AS net FROM service.payment WHERE status = 'APPROVED'
          UNION ALL SELECT account_id, fee_minor - amount_minor FROM service.refund WHERE status = 'SUCCEEDED'
          UNION ALL SELECT account_id, CASE WHEN status = 'WON' THEN 0 ELSE -amount_minor - fee_minor END FROM service.dispute
        ) moved GROUP BY account_id
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
    kind: 'refund_booked_wrongly',
    sql: (of) => `WITH booked AS (
        SELECT account_id, refund_id, string_agg(ledger || ' ' || amount || ' ' || currency, ', ' ORDER BY ledger) AS rows
        FROM (
          SELECT account_id, refund_id, ledger, currency, sum(amount_minor) AS amount
          FROM ${of.ledger} e WHERE refund_id IS NOT NULL GROUP BY account_id, refund_id, ledger, currency
        ) summed WHERE amount <> 0 GROUP BY account_id, refund_id
      ), due AS (
        SELECT account_id, id AS refund_id,
          string_agg(legs.ledger || ' ' || legs.amount || ' ' || currency, ', ' ORDER BY legs.ledger) AS rows
        FROM ${of.refund} r, LATERAL (
          VALUES ('available', fee_minor - amount_minor), ('clearing', amount_minor), ('fees', -fee_minor)
        ) AS legs (ledger, amount)
        WHERE status = 'SUCCEEDED' AND legs.amount <> 0 GROUP BY account_id, id
      )
      SELECT account_id, refund_id AS object_id, coalesce(d.rows, 'nothing') AS expected, coalesce(b.rows, 'nothing') AS found
      FROM due d FULL JOIN booked b USING (account_id, refund_id) WHERE d.rows IS DISTINCT FROM b.rows`,
  },
  {
    kind: 'dispute_booked_wrongly',
    sql: (of) => `WITH booked AS (
        SELECT account_id, dispute_id, string_agg(kind || ' ' || ledger || ' ' || amount_minor || ' ' || currency, ', '
          ORDER BY kind, ledger) AS rows
        FROM ${of.ledger} e WHERE dispute_id IS NOT NULL GROUP BY account_id, dispute_id
      ), due AS (
        SELECT account_id, id AS dispute_id, (
            SELECT string_agg(kind || ' ' || m.amount_minor, ', ' ORDER BY kind) FROM service.dispute_movement m
            WHERE m.account_id = d.account_id AND m.dispute_id = d.id
          ) AS moved,
          concat_ws(', ', format('opened %s', amount_minor + fee_minor),
            CASE WHEN status = 'WON' THEN format('won %s', -amount_minor - fee_minor) END) AS moves,
          concat_ws(', ', format('dispute_opened available %s %s, dispute_opened clearing %s %s, dispute_opened fees %s %s',
              -amount_minor - fee_minor, currency, amount_minor, currency, fee_minor, currency),
            CASE WHEN status = 'WON' THEN format('dispute_won available %s %s, dispute_won clearing %s %s, dispute_won fees %s %s',
              amount_minor + fee_minor, currency, -amount_minor, currency, -fee_minor, currency) END) AS rows
        FROM ${of.dispute} d
      )
      SELECT account_id, dispute_id AS object_id, coalesce(d.moves || ': ' || d.rows, 'nothing') AS expected,
        coalesce(d.moved, 'nothing') || ': ' || coalesce(b.rows, 'nothing') AS found
      FROM due d FULL JOIN booked b USING (account_id, dispute_id)
      WHERE d.rows IS DISTINCT FROM b.rows OR d.moves IS DISTINCT FROM d.moved`,
  },
  {
    // Refunds depend on the status that the payment has.
    kind: 'payment_dispute_status_differs',
    sql: (of) => `SELECT p.account_id, p.id AS object_id, coalesce(d.status, 'none') AS expected,
        coalesce(p.dispute_status, 'none') AS found
      FROM ${of.payment} p LEFT JOIN LATERAL (
        SELECT status FROM service.dispute d WHERE d.account_id = p.account_id AND d.payment_id = p.id
        ORDER BY ${disputeOrder} LIMIT 1
      ) d ON true
      WHERE p.dispute_status IS DISTINCT FROM d.status`,
  },
  {
    kind: 'payment_reserved_wrongly',
    sql: (of) => `SELECT p.account_id, p.id AS object_id, 'refunds of ' || refunded AS expected,
        'refunded ' || p.refunded_minor AS found
      FROM ${of.payment} p, LATERAL (
        SELECT coalesce(sum(r.amount_minor), 0) AS refunded FROM service.refund r
        WHERE r.account_id = p.account_id AND r.payment_id = p.id AND r.status <> 'FAILED'
      ) refunds
      WHERE p.refunded_minor <> refunded`,
  },
  {
    kind: 'fee_returned_twice',
    sql: (of) => `SELECT p.account_id, p.id AS object_id,
        'at most ' || p.fee_minor AS expected, returned::text AS found
      FROM ${of.payment} p, LATERAL (
        SELECT sum(r.fee_minor) AS returned FROM service.refund r
        WHERE r.account_id = p.account_id AND r.payment_id = p.id AND r.status = 'SUCCEEDED'
      ) refunds
      WHERE returned > p.fee_minor`,
  },
  {
    kind: STUCK_REFUND,
    sql: () => `SELECT account_id, id AS object_id, 'a final state' AS expected,
        format('due since %s, %s calls unanswered', lease_until, attempts) AS found
      FROM service.refund
      WHERE status = 'PENDING' AND (attempts >= ${STUCK_AFTER_CALLS}
        OR lease_until < clock_timestamp() - interval '${STUCK_AFTER_MINUTES} minutes')`,
  },
  {
    kind: STUCK_EVIDENCE,
    sql: () => `SELECT account_id, id AS object_id, 'evidence at the processor' AS expected,
        format('due since %s, %s calls unanswered', lease_until, attempts) AS found
      FROM service.dispute
      WHERE lease_until IS NOT NULL AND (attempts >= ${STUCK_AFTER_CALLS}
        OR lease_until < clock_timestamp() - interval '${STUCK_AFTER_MINUTES} minutes')`,
  },
  {
    kind: 'link_counts_differ_from_payments',
    sql: (of) => `SELECT l.account_id, l.id AS object_id,
        format('paid %s, slots %s', paid, paid + held) AS expected,
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
    sql: (of) => `SELECT account_id, id AS object_id,
        CASE WHEN paid_count = max_uses THEN 'not ACTIVE' ELSE 'not COMPLETED' END AS expected,
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
  {
    // No payment is in two settlements, none is counted without existing, none is missing from the sums.
    kind: 'settlement_differs_from_payments',
    sql: (of) => `SELECT s.account_id, s.id AS object_id,
        format('%s payments, gross %s, fee %s, refunds %s, disputes %s', coalesce(p.payments, 0), coalesce(p.gross, 0),
          coalesce(p.fee, 0), r.refunds, m.disputes) AS expected,
        format('%s payments, gross %s, fee %s, refunds %s, disputes %s', s.payment_count, s.gross_minor, s.fee_minor,
          s.refund_minor, s.dispute_minor) AS found
      FROM ${of.settlement} s, LATERAL (
        SELECT count(*) AS payments, sum(amount_minor) AS gross, sum(fee_minor) AS fee
        FROM service.payment p WHERE p.account_id = s.account_id AND p.settlement_id = s.id
      ) p, LATERAL (
        SELECT coalesce(sum(CASE s.id WHEN r.settlement_id THEN amount_minor - fee_minor ELSE fee_minor - amount_minor END), 0) AS refunds
        FROM service.refund r WHERE r.account_id = s.account_id AND (r.settlement_id = s.id OR r.reversal_settlement_id = s.id)
      ) r, LATERAL (
        SELECT coalesce(sum(amount_minor), 0) AS disputes
        FROM service.dispute_movement m WHERE m.account_id = s.account_id AND m.settlement_id = s.id
      ) m
      WHERE (s.payment_count, s.gross_minor, s.fee_minor, s.refund_minor, s.dispute_minor)
        IS DISTINCT FROM (p.payments, p.gross, p.fee, r.refunds, m.disputes)`,
  },
  {
    kind: 'settlement_booked_wrongly',
    sql: (of) => `WITH settled AS (
        SELECT account_id, id, status, currency, gross_minor, fee_minor, refund_minor, dispute_minor, debt_minor, net_minor
        FROM ${of.settlement} s
      ), booked AS (
        SELECT account_id, settlement_id, string_agg(transaction_id || ' ' || ledger || ' ' || amount_minor || ' ' || currency,
          ', ' ORDER BY transaction_id, ledger) AS rows
        FROM ${of.ledger} e WHERE settlement_id IS NOT NULL GROUP BY account_id, settlement_id
      ), legs AS (
        SELECT account_id, id, currency, id AS transaction_id, 'available' AS ledger,
          fee_minor + refund_minor + dispute_minor - gross_minor AS amount FROM settled
        UNION ALL SELECT account_id, id, currency, id, 'debt', debt_minor + least(net_minor, 0) FROM settled
        UNION ALL SELECT account_id, id, currency, id, 'in_transit', greatest(net_minor, 0) FROM settled
        UNION ALL SELECT account_id, id, currency, id || ':paid', 'in_transit', -net_minor FROM settled WHERE status = 'PAID'
        UNION ALL SELECT account_id, id, currency, id || ':paid', 'paid_out', net_minor FROM settled WHERE status = 'PAID'
      ), due AS (
        SELECT account_id, id AS settlement_id, string_agg(transaction_id || ' ' || ledger || ' ' || amount || ' ' || currency,
          ', ' ORDER BY transaction_id, ledger) FILTER (WHERE amount <> 0) AS rows
        FROM legs GROUP BY account_id, id
      )
      SELECT account_id, settlement_id AS object_id, coalesce(d.rows, 'nothing') AS expected, coalesce(b.rows, 'nothing') AS found
      FROM due d FULL JOIN booked b USING (account_id, settlement_id) WHERE d.rows IS DISTINCT FROM b.rows`,
  },
  {
    // Each part of GET /balance is compared with the ledger.
    kind: 'balance_differs_from_ledger',
    wholeOnly: true,
    sql: () => `WITH booked AS (
        SELECT account_id, ledger, sum(amount_minor) AS amount FROM service.ledger_entry
        WHERE ledger IN ('available', 'in_transit', 'paid_out', 'debt') GROUP BY account_id, ledger
      ), shown AS (
        SELECT account_id, 'available' AS ledger, sum(gross_minor - fee_minor - refund_minor - dispute_minor) AS amount
          FROM service.balance_part GROUP BY account_id
        UNION ALL SELECT account_id, CASE status WHEN 'PAID' THEN 'paid_out' ELSE 'in_transit' END, sum(net_minor)
          FROM service.settlement WHERE net_minor > 0 GROUP BY account_id, status
        UNION ALL SELECT account_id, 'debt', least(net_minor, 0) FROM (
          SELECT DISTINCT ON (account_id) account_id, net_minor FROM service.settlement ORDER BY account_id, period_end DESC) last
      )
      SELECT account_id, account_id AS object_id, ledger || ' ' || coalesce(s.amount, 0) AS expected,
        ledger || ' ' || coalesce(b.amount, 0) AS found
      FROM shown s FULL JOIN booked b USING (account_id, ledger) WHERE coalesce(s.amount, 0) <> coalesce(b.amount, 0)`,
  },
  {
    kind: 'running_sums_differ_from_payments',
    sql: () => `WITH summed AS (
        SELECT account_id, sum(payments) AS payments, sum(gross_minor) AS gross, sum(fee_minor) AS fee, sum(refund_minor) AS refunds,
          sum(dispute_minor) AS disputes
        FROM service.balance_part GROUP BY account_id
      ), waiting AS (
        SELECT account_id, sum(payments) AS payments, sum(gross) AS gross, sum(fee) AS fee, sum(refunds) AS refunds,
          sum(disputes) AS disputes
        FROM (
          SELECT account_id, 1 AS payments, amount_minor AS gross, fee_minor AS fee, 0 AS refunds, 0 AS disputes
            FROM service.payment WHERE status = 'APPROVED' AND settlement_id IS NULL
          UNION ALL SELECT account_id, 0, 0, 0, amount_minor - fee_minor, 0 FROM service.refund
            WHERE status = 'SUCCEEDED' AND settlement_id IS NULL
          UNION ALL SELECT account_id, 0, 0, 0, fee_minor - amount_minor, 0 FROM service.refund
            WHERE status = 'FAILED' AND settlement_id IS NOT NULL AND reversal_settlement_id IS NULL
          UNION ALL SELECT account_id, 0, 0, 0, 0, amount_minor FROM service.dispute_movement WHERE settlement_id IS NULL
        ) rows GROUP BY account_id
      ), compared AS (
        SELECT account_id, coalesce(w.payments, 0) AS payments, coalesce(w.gross, 0) AS gross, coalesce(w.fee, 0) AS fee,
          coalesce(w.refunds, 0) AS refunds, coalesce(w.disputes, 0) AS disputes, coalesce(s.payments, 0) AS s_payments,
          coalesce(s.gross, 0) AS s_gross, coalesce(s.fee, 0) AS s_fee, coalesce(s.refunds, 0) AS s_refunds,
          coalesce(s.disputes, 0) AS s_disputes
        FROM waiting w FULL JOIN summed s USING (account_id)
      )
      SELECT account_id, account_id AS object_id,
        format('%s payments, gross %s, fee %s, refunds %s, disputes %s', payments, gross, fee, refunds, disputes) AS expected,
        format('%s payments, gross %s, fee %s, refunds %s, disputes %s', s_payments, s_gross, s_fee, s_refunds,
          s_disputes) AS found
      FROM compared
      WHERE (payments, gross, fee, refunds, disputes) <> (s_payments, s_gross, s_fee, s_refunds, s_disputes)`,
  },
  {
    kind: 'settlement_breaks_the_chain',
    sql: (of) => `SELECT account_id, id AS object_id,
        format('begins after %s, takes off %s', end_before, debt_before) AS expected,
        format('follows %s, begins %s, takes off %s', previous_end, period_start, debt_minor) AS found
      FROM (
        SELECT s.account_id, s.id, s.period_start, s.debt_minor, s.previous_end, b.period_end AS end_before,
          greatest(-coalesce(b.net_minor, 0), 0) AS debt_before
        FROM ${of.settlement} s LEFT JOIN LATERAL (
          SELECT period_end, net_minor FROM service.settlement b
          WHERE b.account_id = s.account_id AND b.period_end < s.period_end ORDER BY b.period_end DESC LIMIT 1
        ) b ON true
      ) linked
      WHERE previous_end IS DISTINCT FROM end_before OR period_start < end_before OR debt_minor <> debt_before`,
  },
  {
    // A settlement takes every payment approved at its creation. It can only miss an approval that was being committed,
    // which takes no hour.
    kind: 'payment_forgotten',
    sql: (of) => `SELECT p.account_id, p.id AS object_id, 'settled by ' || min(s.id) AS expected,
        'waiting since ' || p.approved_at AS found
      FROM service.payment p JOIN ${of.settlement} s ON s.account_id = p.account_id AND p.approved_at < s.period_end
        AND s.created_at > p.approved_at + interval '1 hour'
      WHERE p.status = 'APPROVED' AND p.settlement_id IS NULL GROUP BY p.account_id, p.id, p.approved_at`,
  },
  {
    kind: 'refund_forgotten',
    sql: (of) => `SELECT r.account_id, r.id AS object_id, 'settled by ' || min(s.id) AS expected,
        'waiting since ' || r.finished_at AS found
      FROM (
        SELECT account_id, id, finished_at FROM service.refund WHERE status = 'SUCCEEDED' AND settlement_id IS NULL
        UNION ALL SELECT account_id, id, finished_at FROM service.refund
          WHERE status = 'FAILED' AND settlement_id IS NOT NULL AND reversal_settlement_id IS NULL
      ) r JOIN ${of.settlement} s ON s.account_id = r.account_id AND r.finished_at < s.period_end
        AND s.created_at > r.finished_at + interval '1 hour'
      GROUP BY r.account_id, r.id, r.finished_at`,
  },
  {
    kind: 'dispute_forgotten',
    sql: (of) => `SELECT m.account_id, m.dispute_id AS object_id, 'settled by ' || min(s.id) AS expected,
        m.kind || ' waiting since ' || m.created_at AS found
      FROM service.dispute_movement m JOIN ${of.settlement} s ON s.account_id = m.account_id AND m.created_at < s.period_end
        AND s.created_at > m.created_at + interval '1 hour'
      WHERE m.settlement_id IS NULL GROUP BY m.account_id, m.dispute_id, m.kind, m.created_at`,
  },
]

export interface RuleScope {
  payment: string
  refund: string
  dispute: string
  ledger: string
  link: string
  settlement: string
}

export const fullScope: RuleScope = {
  payment: 'service.payment',
  refund: 'service.refund',
  dispute: 'service.dispute',
  ledger: 'service.ledger_entry',
  link: 'service.payment_link',
  settlement: 'service.settlement',
}

/**
 * Returns the rows created since an instant: payments, refunds, disputes and settlements with their ledger entries, links with those
 * that such payments used. Ids sort by creation, so indexes find all of them and no history is read.
 */
export function rowsCreatedSince(since: Date): RuleScope {
  const payments = `id >= '${firstIdAt('pay', since)}'`
  const refunds = `id >= '${firstIdAt('ref', since)}'`
  const disputes = `id >= '${firstIdAt('dsp', since)}'`
  const settlements = `id >= '${firstIdAt('set', since)}'`
  const entry =
    'e.account_id, e.transaction_id, e.ledger, e.kind, e.amount_minor, e.currency, e.payment_id, e.refund_id, e.dispute_id, e.settlement_id'
  const link = 'l.account_id, l.id, l.status, l.max_uses, l.paid_count, l.slots'
  return {
    payment: `(SELECT account_id, id, status, amount_minor, fee_minor, refunded_minor, dispute_status, currency FROM service.payment WHERE ${payments})`,
    refund: `(SELECT account_id, id, status, amount_minor, fee_minor, currency FROM service.refund WHERE ${refunds})`,
    dispute: `(SELECT account_id, id, status, amount_minor, fee_minor, currency FROM service.dispute WHERE ${disputes})`,
    ledger: `(SELECT ${entry} FROM service.payment p
        JOIN service.ledger_entry e ON e.account_id = p.account_id AND e.payment_id = p.id WHERE p.${payments}
      UNION ALL SELECT ${entry} FROM service.refund r
        JOIN service.ledger_entry e ON e.account_id = r.account_id AND e.transaction_id IN (r.id, r.id || ':failed') WHERE r.${refunds}
      UNION ALL SELECT ${entry} FROM service.dispute d JOIN service.ledger_entry e
        ON e.account_id = d.account_id AND e.transaction_id IN (d.id || ':opened', d.id || ':won') WHERE d.${disputes}
      UNION ALL SELECT ${entry} FROM service.settlement s
        JOIN service.ledger_entry e ON e.account_id = s.account_id AND e.transaction_id IN (s.id, s.id || ':paid') WHERE s.${settlements})`,
    link: `(SELECT ${link} FROM service.payment_link l WHERE l.id >= '${firstIdAt('pl', since)}'
      UNION SELECT ${link} FROM service.payment p
        JOIN service.payment_link l ON l.account_id = p.account_id AND l.id = p.link_id WHERE p.${payments})`,
    settlement: `(SELECT account_id, id, status, currency, gross_minor, fee_minor, refund_minor, dispute_minor, debt_minor,
        net_minor, payment_count, period_start, period_end, previous_end, created_at FROM service.settlement WHERE ${settlements})`,
  }
}

/** One inconsistency of the books. Amounts inside the texts are minor units. */
export interface Discrepancy {
  kind: string
  account_id: string | null
  object_id: string
  expected: string
  found: string
}
