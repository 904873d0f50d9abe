import { isDeepStrictEqual } from 'node:util'
import type { Client } from 'pg'
import { extensionEventKinds } from '@/lib/contract/event-kinds'
import { storableJson } from '@/lib/dashboard/client/bounded-json'
import { mirrorTables } from '@/lib/dashboard/mirror/mirror-noun'
import { mirrorNouns } from '@/lib/dashboard/mirror/shape'
import { mirroredObjects } from '@/test/mirror-and-host'
import { type AskedRefund, callUntilSuccess, type PayerOutcome, type Purchase } from './chaos-clients'
import type { Outage } from './deployment'
import type { Merchant } from './merchant'

/** Link of the harness with the results of its payers' pages. */
export interface PaidLink {
  id: string
  maxUses: number
  outcomes: PayerOutcome[]
}

/** Returns each difference between the payments and the bank's own books. */
export async function bankFaults(books: Client): Promise<string[]> {
  const { rows } = await books.query<{ id: string; payment: string; operation: string }>(
    `SELECT coalesce(p.id, o.reference) AS id, concat_ws(' ', p.status, p.amount_minor) AS payment,
        concat_ws(' ', o.status, o.amount_minor) AS operation
      FROM service.payment p FULL JOIN test_bank.operation o ON o.reference = p.id
      WHERE (coalesce(p.status, '') = 'APPROVED') <> (coalesce(o.status, '') = 'CAPTURED')
        OR p.status = 'APPROVED' AND p.amount_minor <> o.amount_minor`,
  )
  return rows.map(({ id, payment, operation }) => `payment ${id}: ${payment}, bank: ${operation}`)
}

/**
 * Returns purchases that were charged more than once, or whose client was shown another result than the books contain.
 */
export async function purchaseFaults(books: Client, purchases: readonly Purchase[]): Promise<string[]> {
  const { rows } = await books.query<{ description: string; approved: number; amount: number }>(
    `SELECT description, count(*)::int AS approved, min(amount_minor) AS amount FROM service.payment
      WHERE status = 'APPROVED' AND description IS NOT NULL GROUP BY description`,
  )
  const booked = new Map(rows.map((row) => [row.description, row]))
  return purchases.flatMap(({ id, amount, outcome }) => {
    const { approved = 0, amount: minor = 0 } = booked.get(id) ?? {}
    if (approved !== (outcome === 'paid' ? 1 : 0)) return [`${id}: ${outcome}, collected ${approved} times`]
    return approved === 1 && minor !== Math.round(amount * 100) ? [`${id}: ${minor} for ${amount}`] : []
  })
}

/** Refund in the books of a bank. */
export interface BankRefund {
  /** Our refund's id. */
  reference: string
  amountMinor: number
}

/** Returns each refund that the test bank made. */
export async function testBankRefunds(books: Client): Promise<BankRefund[]> {
  const { rows } = await books.query<BankRefund>(
    `SELECT reference, amount_minor AS "amountMinor" FROM test_bank.refund WHERE status = 'REFUNDED'`,
  )
  return rows
}

/**
 * Returns each difference between the refunds here, those of the bank, and the responses that clients got; a refund that
 * was made twice is one.
 */
export async function refundFaults(
  books: Client,
  atBank: readonly BankRefund[],
  asked: readonly AskedRefund[],
): Promise<string[]> {
  const { rows } = await books.query<{ id: string; note: string; status: string; amount: number }>(
    'SELECT id, note, status, amount_minor AS amount FROM service.refund',
  )
  const succeeded = rows
    .filter(({ status }) => status === 'SUCCEEDED')
    .map(({ id, amount }) => `${id} ${amount}`)
  const moved = atBank.map(({ reference, amountMinor }) => `${reference} ${amountMinor}`)
  const ofClients = asked.map(({ key, amount, outcome }) => `${key} ${Math.round(amount * 100)} ${outcome}`)
  const ofRows = rows.map(({ note, amount, status }) => `${note} ${amount} ${status}`)
  return [
    ...without(succeeded, moved).map((refund) => `${refund} SUCCEEDED, and is not at the bank`),
    ...without(moved, succeeded).map((refund) => `${refund} at the bank, and not SUCCEEDED here`),
    ...without(
      ofClients.filter((it) => !it.endsWith(' refused')),
      ofRows,
    ).map((it) => `${it} is not here`),
    ...without(ofRows, ofClients).map((it) => `${it} was not shown to its client`),
  ]
}

/** Returns the texts of a list without those of another; each of those removes one. */
function without(texts: readonly string[], removed: readonly string[]): string[] {
  const left = [...removed]
  return texts.filter((text) => {
    const index = left.indexOf(text)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

/** Returns links that were paid more often than allowed, or than their payers were shown. */
export async function linkFaults(books: Client, links: readonly PaidLink[]): Promise<string[]> {
  const { rows } = await books.query<{ id: string; status: string; paid_count: number; approved: number }>(
    `SELECT l.id, l.status, l.paid_count, count(p.id)::int AS approved FROM service.payment_link l
      LEFT JOIN service.payment p ON p.account_id = l.account_id AND p.link_id = l.id AND p.status = 'APPROVED'
      GROUP BY l.account_id, l.id, l.status, l.paid_count`,
  )
  const booked = new Map(rows.map((row) => [row.id, row]))
  return links.flatMap(({ id, maxUses, outcomes }) => {
    const { status, paid_count = 0, approved = 0 } = booked.get(id) ?? {}
    const paid = outcomes.filter((outcome) => outcome === 'paid').length
    const isRight =
      approved === paid &&
      paid_count === approved &&
      approved <= maxUses &&
      (status === 'COMPLETED') === (approved === maxUses)
    return isRight
      ? []
      : [`link ${id} (${maxUses}): ${status}, counted ${paid_count}, approved ${approved}, ${outcomes}`]
  })
}

/** Returns transitions without exactly one event, and events without a transition. */
export async function eventFaults(books: Client): Promise<string[]> {
  const { rows } = await books.query<{ kind: string; id: string; expected: number; found: number }>(
    `WITH expected AS (
        SELECT 'payment.succeeded' AS kind, id, 1 AS times FROM service.payment WHERE status = 'APPROVED'
        UNION ALL SELECT 'payment.failed', id, 1 FROM service.payment WHERE status = 'FAILED'
        UNION ALL SELECT 'payment_link.completed', id, 1 FROM service.payment_link WHERE status = 'COMPLETED'
        UNION ALL SELECT 'settlement.created', id, 1 FROM service.settlement
        UNION ALL SELECT 'settlement.paid', id, 1 FROM service.settlement WHERE status = 'PAID'
        UNION ALL SELECT 'customer.card_saved', customer_id, 1 FROM service.saved_card
        UNION ALL SELECT CASE status WHEN 'SUCCEEDED' THEN 'payment.refunded' ELSE 'payment.refund_failed' END, payment_id,
          count(*)::int FROM service.refund WHERE status <> 'PENDING' GROUP BY 1, 2
      ), found AS (
        SELECT kind, object_id AS id, count(*)::int AS times FROM service.event GROUP BY kind, object_id
      )
      SELECT kind, id, coalesce(e.times, 0) AS expected, coalesce(f.times, 0) AS found
      FROM expected e FULL JOIN found f USING (kind, id) WHERE e.times IS DISTINCT FROM f.times`,
  )
  return rows.map(({ kind, id, expected, found }) => `${kind} of ${id}: ${found} for ${expected}`)
}

/** Returns deliveries that are missing, not succeeded, or never arrived at the merchant's endpoint. */
export async function deliveryFaults(books: Client, { endpoint }: Merchant): Promise<string[]> {
  const { rows } = await books.query<{ id: string; url: string; status: string | null }>(
    `SELECT coalesce(d.id, 'of event ' || e.id) AS id, w.url, d.status
      FROM service.event e JOIN service.webhook_endpoint w ON w.account_id = e.account_id
      LEFT JOIN service.delivery d ON d.account_id = e.account_id AND d.event_id = e.id AND d.endpoint_id = w.id
      WHERE w.kinds IS NULL AND e.kind <> ALL ($1) OR e.kind = ANY (w.kinds)`,
    [extensionEventKinds],
  )
  const faults = rows.flatMap(({ id, url, status }) => {
    if (status !== 'SUCCEEDED') return [`delivery ${id} to ${url}: ${status ?? 'missing'}`]
    return url === endpoint.url && !endpoint.received.has(id) ? [`delivery ${id} never arrived`] : []
  })
  return endpoint.badSignatures > 0 ? [...faults, `${endpoint.badSignatures} wrong signatures`] : faults
}

/** Returns objects that differ between the dashboard's mirror and the host's lists. */
export async function mirrorFaults({ ctx, shop }: Merchant): Promise<string[]> {
  const mirror = await mirroredObjects(ctx)
  const paths = {
    payments: '/payments',
    links: '/payment_links',
    customers: '/customers',
    settlements: '/settlements',
  }
  const faults: string[] = []
  for (const noun of mirrorNouns) {
    const listed = new Set<string>()
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more = cursor === '' ? '' : `&starting_after=${encodeURIComponent(cursor)}`
      const list = await callUntilSuccess(shop, 'list', 'GET', `${paths[noun]}?limit=100${more}`)
      for (const object of list.data) {
        listed.add(object.id)
        const [held, hosted] = [mirror[noun].get(object.id), storableJson(object)].map((each) =>
          reported(each, mirrorTables[noun].silentFields),
        )
        if (!isDeepStrictEqual(held, hosted)) faults.push(`${noun} ${object.id} differs in the mirror`)
      }
      cursor = list.has_more ? list.next_cursor : null
    }
    for (const id of mirror[noun].keys())
      if (!listed.has(id)) faults.push(`${noun} ${id} is in the mirror alone`)
  }
  return faults
}

function reported(object: unknown, silentFields: readonly string[]): object | null {
  if (typeof object !== 'object' || object === null) return null
  return Object.fromEntries(Object.entries(object).filter(([field]) => !silentFields.includes(field)))
}

/** Returns the times from a payment's start to its end in seconds: by the clock, and without outages. */
export async function finalTimes(
  books: Client,
  outages: readonly Outage[],
): Promise<{ id: string; status: string; wallS: number; countedS: number }[]> {
  const { rows } = await books.query<{ id: string; status: string; created_at: Date; finished_at: Date }>(
    'SELECT id, status, created_at, finished_at FROM service.payment WHERE finished_at IS NOT NULL',
  )
  return rows.map(({ id, status, created_at, finished_at }) => {
    const [from, until] = [created_at.getTime(), finished_at.getTime()]
    let lost = 0
    let covered = from
    for (const outage of outages) {
      const start = Math.max(outage.from, covered)
      const end = Math.min(outage.until, until)
      if (end <= start) continue
      lost += end - start
      covered = end
    }
    return { id, status, wallS: (until - from) / 1_000, countedS: (until - from - lost) / 1_000 }
  })
}
