import { ApiError } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import type { Database, Handle } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { setAccountCharges } from '@/lib/service/accounts/change-account'
import { createAccount } from '@/lib/service/accounts/create-account'
import { postgresChargeStore } from '@/lib/service/charges/postgres-charge-store'
import { postgresOrphanStore } from '@/lib/service/charges/postgres-orphan-store'
import type { PublicUrls, ServiceContext } from '@/lib/service/context'
import { cancelLink } from '@/lib/service/links/cancel-link'
import { claimDueRefunds, claimRefund, refundSteps } from '@/lib/service/refunds/refund-store'
import { REPEATED_AT_ONCE } from './memory-refunds'
import { byEvent, byLedger } from './memory-tables'
import type {
  PaymentStatus,
  StoreContents,
  StoredEvent,
  StoredKey,
  StoredLedgerRow,
  StoredLink,
  StoredPayment,
  StoredRefund,
  StoredRefundKey,
  StoreUnderTest,
} from './store-under-test'

export interface PostgresStoreOptions {
  /** Database with a simulated clock (test/factories/simulated-clock-database.ts). */
  database: Database
  leaseMs: number
  /** Time from which the account's fees apply. */
  openedAt: Date
}

const URLS: PublicUrls = { web: 'https://checkout.example', api: 'https://api.checkout.example' }
const CURRENCY = 'USD'
const LOG = createLog('simulation', 'silent')

/** Opens the real store for one new account and one customer. */
export async function openPostgresStore(
  options: PostgresStoreOptions,
): Promise<StoreUnderTest & { customerId: string }> {
  const { database, leaseMs, openedAt } = options
  const system = database.as('checkout_system')
  const details = { name: 'Café Aurora', contact_email: 'hello@aurora.example', currency: CURRENCY }
  const { id: accountId } = await createAccount(
    system,
    { ...details, timezone: 'UTC', country: 'US' },
    openedAt,
  )
  const db = database.as('checkout_service', accountId)
  const customerId = newId('cus', openedAt)
  await db.query({
    text: `INSERT INTO service.customer (account_id, id, name, phone, phone_key, source, created_at)
      VALUES ($1, $2, 'Ana', '5550100', '5550100', 'MERCHANT', $3)`,
    values: [accountId, customerId, openedAt],
  })
  return {
    ...{ accountId, customerId },
    charges: postgresChargeStore({ db, urls: URLS, leaseMs }),
    orphans: postgresOrphanStore({ db: system, leaseMs }),
    refunds: {
      ...refundSteps(db, URLS),
      claim: (intent, owner, now) => claimRefund(db, intent, { owner, leaseMs, now }),
      claimDue: (owner) =>
        claimDueRefunds(system, {
          ...{ owner, leaseMs, limit: REPEATED_AT_ONCE, busy: [], perAccount: REPEATED_AT_ONCE },
        }),
    },
    async newLink({ id, amountMinor, maxUses, expiresAt }) {
      await db.query({
        text: `INSERT INTO service.payment_link (account_id, id, title, amount_minor, currency, max_uses, expires_at, created_at)
          VALUES ($1, $2, 'Box of pastries', $3, $4, $5, $6, $7)`,
        values: [accountId, id, amountMinor, CURRENCY, maxUses, expiresAt, openedAt],
      })
    },
    async cancelLink(linkId, now) {
      try {
        const ctx: ServiceContext = {
          accountId,
          actor: { kind: 'operator' },
          db,
          now: () => now,
          log: LOG,
          urls: URLS,
        }
        return (await cancelLink(ctx, linkId)).status === 'CANCELLED'
      } catch (error) {
        if (error instanceof ApiError && error.code === 'link_already_completed') return false
        throw error
      }
    },
    async setCharges(on) {
      await setAccountCharges(system, { accountId, actor: { kind: 'operator' }, on }, openedAt)
    },
    async paymentStatus(paymentId) {
      const { rows } = await db.query<{ status: PaymentStatus }>({
        text: 'SELECT status FROM service.payment WHERE account_id = $1 AND id = $2',
        values: [accountId, paymentId],
      })
      return rows[0]?.status ?? null
    },
    async setClock(atMs) {
      await system.query({
        name: 'driven-clock',
        text: 'UPDATE simulation.clock SET at = $1',
        values: [new Date(atMs)],
      })
    },
    contents: () => readContents(db),
  }
}

async function readContents(db: Handle): Promise<StoreContents> {
  const read = async <Row extends object>(text: string) => (await db.query<Row>({ text })).rows
  const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`
  const payments = await read<StoredPayment>(
    `SELECT id, link_id AS "linkId", customer_id AS "customerId", amount_minor AS "amountMinor", status, step, owner,
      ${ms('lease_until')} AS "leaseUntil", ${ms('confirm_until')} AS "confirmUntil", slot_taken AS "slotTaken",
      void_attempts AS "voidAttempts", decline_code AS "declineCode", fee_minor AS "feeMinor",
      ${ms('approved_at')} AS "approvedAt", refunded_minor AS "refundedMinor"
    FROM service.payment ORDER BY id COLLATE "C"`,
  )
  const links = await read<StoredLink>(
    `SELECT id, status, max_uses AS "maxUses", slots, paid_count AS "paidCount"
    FROM service.payment_link ORDER BY id COLLATE "C"`,
  )
  const keys = await read<StoredKey>(
    `SELECT route, encode(key_hash, 'hex') AS "keyHash", payment_id AS "paymentId",
      CASE WHEN answer_status IS NOT NULL THEN json_build_object('status', answer_status, 'body', answer_body) END AS answer
    FROM service.idempotency_key WHERE payment_id IS NOT NULL ORDER BY payment_id COLLATE "C"`,
  )
  const events = await read<StoredEvent>(
    `SELECT kind, object_id AS "objectId", jsonb_path_query_first(body::jsonb, '$.data.*.status') #>> '{}' AS status
    FROM service.event`,
  )
  const ledger = await read<StoredLedgerRow>(
    `SELECT coalesce(payment_id, refund_id) AS "objectId", ledger, amount_minor AS "amountMinor" FROM service.ledger_entry`,
  )
  const refunds = await read<StoredRefund>(
    `SELECT id, payment_id AS "paymentId", amount_minor AS "amountMinor", status, owner, ${ms('lease_until')} AS "leaseUntil",
      attempts, decline_code AS "declineCode" FROM service.refund ORDER BY id COLLATE "C"`,
  )
  const refundKeys = await read<StoredRefundKey>(
    `SELECT encode(key_hash, 'hex') AS "keyHash", refund_id AS "refundId",
      CASE WHEN answer_status IS NOT NULL THEN json_build_object('status', answer_status, 'body', answer_body) END AS answer
    FROM service.idempotency_key WHERE refund_id IS NOT NULL ORDER BY refund_id COLLATE "C"`,
  )
  const held = await read<{ paymentId: string }>(
    `SELECT payment_id AS "paymentId" FROM service.card_to_save ORDER BY payment_id COLLATE "C"`,
  )
  const heldCards = held.map(({ paymentId }) => paymentId)
  return {
    ...{ payments, links, keys, events: events.sort(byEvent), ledger: ledger.sort(byLedger), heldCards },
    ...{ refunds, refundKeys },
  }
}
