import type { Account } from '@/lib/contract/account'
import type { Customer } from '@/lib/contract/customer'
import type { Dispute } from '@/lib/contract/dispute'
import { newId } from '@/lib/contract/ids'
import type { Payment } from '@/lib/contract/payment'
import type { PaymentLink } from '@/lib/contract/payment-link'
import type { Refund } from '@/lib/contract/refund'
import type { Settlement, SettlementAdjustment } from '@/lib/contract/settlement'
import type { Database } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'

/** Noon of a fixed day, from which tests advance the time. */
export const NOON = new Date('2026-11-20T12:00:00.000Z')

/** Returns an account of the bare contract, without the fields that our service adds. */
export function anAccount(over: Partial<Account> = {}): Account {
  return {
    object: 'account',
    id: 'acct_of_another_host',
    name: 'Café Aurora',
    slug: 'cafe-aurora',
    legal_name: null,
    tax_id: null,
    type: null,
    status: 'ACTIVE',
    activation_status: 'ACTIVATED',
    charges_enabled: true,
    contact_email: 'hello@aurora.test',
    contact_phone: null,
    currency: 'USD',
    timezone: 'America/New_York',
    created_at: '2026-01-01T00:00:00.000Z',
    ...over,
  }
}

/** Returns a payment of the bare contract. */
export function aPayment(over: Partial<Payment> = {}): Payment {
  return {
    object: 'payment',
    id: 'pay_1',
    amount: 120.5,
    currency: 'USD',
    status: 'PENDING',
    payer: { name: 'Ada Lovelace', email: 'ada@example.test' },
    customer_id: null,
    payment_link: null,
    authorization_code: null,
    processor_reference: null,
    settlement_id: null,
    created_at: NOON.toISOString(),
    ...over,
  }
}

/** Returns a refund of 5.50 that succeeded at NOON. */
export function aRefund(over: Partial<Refund> = {}): Refund {
  return {
    object: 'refund',
    id: 'ref_1',
    payment_id: 'pay_1',
    amount: 5.5,
    currency: 'USD',
    reason: 'REQUESTED_BY_CUSTOMER',
    note: null,
    status: 'SUCCEEDED',
    decline_code: null,
    created_at: NOON.toISOString(),
    finished_at: NOON.toISOString(),
    ...over,
  }
}

/** Returns an approved payment with refunds; without any it has one of 5.50. */
export function aRefundedPayment(over: Partial<Payment> = {}, refunds = [aRefund()]): Payment {
  const refunded_amount = refunds.reduce(
    (sum, { amount, status }) => sum + (status === 'FAILED' ? 0 : amount),
    0,
  )
  return aPayment({ status: 'APPROVED', refunded_amount, refunds, ...over })
}

/** Returns a dispute of 120.50 that needs a response within a week of NOON. */
export function aDispute(over: Partial<Dispute> = {}): Dispute {
  return {
    object: 'dispute',
    id: 'dis_1',
    payment_id: 'pay_1',
    amount: 120.5,
    fee_amount: 15,
    currency: 'USD',
    reason: 'NOT_RECEIVED',
    status: 'NEEDS_RESPONSE',
    evidence_due_at: new Date(NOON.getTime() + 7 * 86_400_000).toISOString(),
    evidence: null,
    created_at: NOON.toISOString(),
    closed_at: null,
    ...over,
  }
}

/** Returns an approved payment with a dispute. */
export function aDisputedPayment(
  id: string,
  over: Partial<Dispute> = {},
  rest: Partial<Payment> = {},
): Payment {
  const dispute = aDispute({ id: `dis_${id}`, payment_id: id, ...over })
  return aPayment({ id, status: 'APPROVED', dispute, ...rest })
}

/** Returns a payment link of the bare contract. */
export function aLink(over: Partial<PaymentLink> = {}): PaymentLink {
  return {
    object: 'payment_link',
    id: 'pl_1',
    url: 'https://pay.example.test/pl_1',
    title: 'Dinner for two',
    description: null,
    amount: 120.5,
    currency: 'USD',
    status: 'ACTIVE',
    max_uses: 1,
    paid_count: 0,
    expires_at: null,
    metadata: {},
    created_at: NOON.toISOString(),
    ...over,
  }
}

/** Returns a customer of the bare contract. */
export function aCustomer(over: Partial<Customer> = {}): Customer {
  return {
    object: 'customer',
    id: 'cus_1',
    name: 'Ada Lovelace',
    phone: '+502 5555 1234',
    email: 'ada@example.test',
    status: 'ACTIVE',
    source: 'MERCHANT',
    notes: null,
    external_ref: null,
    card: null,
    created_at: NOON.toISOString(),
    ...over,
  }
}

/** Returns a settlement as the bare contract lists it. */
export function aSettlement(over: Partial<Settlement> = {}): Settlement {
  return {
    object: 'settlement',
    id: 'set_1',
    status: 'PENDING',
    currency: 'USD',
    gross_amount: 120.5,
    fee_amount: 4.5,
    net_amount: 116,
    payment_count: 1,
    period_start: '2026-11-19T05:00:00.000Z',
    period_end: '2026-11-20T05:00:00.000Z',
    bank_account: null,
    reference: null,
    paid_at: null,
    created_at: NOON.toISOString(),
    ...over,
  }
}

/** Returns a refund of 5.50 as a settlement lists it. */
export function anAdjustment(over: Partial<SettlementAdjustment> = {}): SettlementAdjustment {
  const created_at = NOON.toISOString()
  return { type: 'refund', id: 'ref_1', payment_id: 'pay_1', amount: -5.5, created_at, ...over }
}

export interface SeededConnection {
  connectionId: string
  teamId: string
}

/** Creates a team with a connection without an import; its sealed key opens under `keyring` only. */
export async function seedConnection(
  database: Database<'dashboard'>,
  {
    keyring,
    baseUrl = 'http://localhost:9/api/v1',
    apiKey = 'checkout_sk_of_a_test',
    account = anAccount(),
    now = NOON,
  }: { keyring?: Keyring; baseUrl?: string; apiKey?: string; account?: Account; now?: Date } = {},
): Promise<SeededConnection> {
  const teamId = newId('team', now)
  const connectionId = newId('conn', now)
  const place = { table: 'connection', column: 'api_key_sealed', row: connectionId, tenant: connectionId }
  const system = database.as('checkout_dashboard_system')
  await system.query({
    text: 'INSERT INTO dashboard.team (id, name, created_at) VALUES ($1, $2, $3)',
    values: [teamId, account.name, now],
  })
  await system.query({
    text: `INSERT INTO dashboard.connection (id, team_id, slug, base_url, api_key_sealed, api_key_last4, account, created_at)
      VALUES ($1, $2, $1, $3, $4, $5, $6, $7)`,
    values: [
      connectionId,
      teamId,
      baseUrl,
      keyring ? keyring.seal(apiKey, place) : 'sealed by nobody',
      apiKey.slice(-4),
      JSON.stringify(account),
      now,
    ],
  })
  return { connectionId, teamId }
}
