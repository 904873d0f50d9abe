import type { CoherenceRule } from './coherence-rules'

/** Rules that settlements must satisfy at every moment (docs: settlements). */
export const settlementRules: readonly CoherenceRule[] = [
  {
    // No payment is in two settlements, none is counted without existing, none is missing from the sums.
    kind: 'settlement_differs_from_payments',
    sql: (of) => `SELECT s.account_id, s.id AS object_id,
        format('%s payments, gross %s, fee %s', coalesce(p.payments, 0), coalesce(p.gross, 0), coalesce(p.fee, 0)) AS expected,
        format('%s payments, gross %s, fee %s', s.payment_count, s.gross_minor, s.fee_minor) AS found
      FROM ${of.settlement} s, LATERAL (
        SELECT count(*) AS payments, sum(amount_minor) AS gross, sum(fee_minor) AS fee
        FROM service.payment p WHERE p.account_id = s.account_id AND p.settlement_id = s.id
      ) p
      WHERE (s.payment_count, s.gross_minor, s.fee_minor) IS DISTINCT FROM (p.payments, p.gross, p.fee)`,
  },
  {
    kind: 'settlement_booked_wrongly',
    sql: (of) => `WITH settled AS (
        SELECT account_id, id, status, currency, gross_minor, fee_minor, debt_minor, net_minor FROM ${of.settlement} s
      ), booked AS (
        SELECT account_id, settlement_id, string_agg(transaction_id || ' ' || ledger || ' ' || amount_minor || ' ' || currency,
          ', ' ORDER BY transaction_id, ledger) AS rows
        FROM ${of.ledger} e WHERE settlement_id IS NOT NULL GROUP BY account_id, settlement_id
      ), legs AS (
        SELECT account_id, id, currency, id AS transaction_id, 'available' AS ledger, fee_minor - gross_minor AS amount FROM settled
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
        SELECT account_id, 'available' AS ledger, sum(gross_minor - fee_minor) AS amount FROM service.balance_part GROUP BY account_id
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
        SELECT account_id, sum(payments) AS payments, sum(gross_minor) AS gross, sum(fee_minor) AS fee
        FROM service.balance_part GROUP BY account_id
      ), waiting AS (
        SELECT account_id, count(*) AS payments, sum(amount_minor) AS gross, sum(fee_minor) AS fee FROM service.payment
        WHERE status = 'APPROVED' AND settlement_id IS NULL GROUP BY account_id
      )
      SELECT account_id, account_id AS object_id,
        format('%s payments, gross %s, fee %s', coalesce(w.payments, 0), coalesce(w.gross, 0), coalesce(w.fee, 0)) AS expected,
        format('%s payments, gross %s, fee %s', coalesce(s.payments, 0), coalesce(s.gross, 0), coalesce(s.fee, 0)) AS found
      FROM waiting w FULL JOIN summed s USING (account_id)
      WHERE (coalesce(w.payments, 0), coalesce(w.gross, 0), coalesce(w.fee, 0))
        <> (coalesce(s.payments, 0), coalesce(s.gross, 0), coalesce(s.fee, 0))`,
  },
  {
    kind: 'settlement_breaks_the_chain',
    sql: (
      of,
    ) => `SELECT account_id, id AS object_id, format('begins after %s, takes off %s', end_before, debt_before) AS expected,
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
]
