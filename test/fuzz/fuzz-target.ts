import { decimalsOf } from '@/lib/domain/currencies'
import { saveCard } from '@/lib/service/customers/saved-card'
import { recordDispute } from '@/lib/service/disputes/record-dispute'
import { settleDue } from '@/lib/service/settlements/settle-due'
import { contextFor, makeLink } from '@/prisma/demo/seed-context'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'
import { DescribedApi, type Operation } from './described-api'
import type { KnownValues, ValueContext } from './valid-value'
import { Wire } from './wire'

/** Running API with its document, and a client that can send anything. */
export interface FuzzTarget {
  running: RunningApi
  api: DescribedApi
  wire: Wire
  close(): Promise<void>
}

export async function openFuzzTarget(): Promise<FuzzTarget> {
  const running = await startApi()
  const { body } = await running.request('GET', '/api/v1/openapi.json')
  const wire = new Wire(running.port)
  return {
    running,
    api: new DescribedApi(body),
    wire,
    async close() {
      wire.close()
      await running.stop()
    },
  }
}

/** Account with objects of each kind. */
export interface SeededAccount {
  merchant: Merchant
  setting: ValueContext
  /** Its objects, by the path of their list: ids, and the cursor after the first row. */
  nouns: Readonly<Record<string, { ids: readonly string[]; cursor: string }>>
}

/** Returns the ids that an operation on one object may use. */
export function idsFor({ nouns }: SeededAccount, { path }: Operation): readonly string[] {
  return nouns[`/${path.split('/')[1]}`]?.ids ?? []
}

/** Returns the values that a query may use: filters by id accept links and customers. */
export function knownFor({ nouns }: SeededAccount, { path }: Operation): KnownValues {
  const cursor = nouns[path]?.cursor
  const ids = [...(nouns['/payment_links']?.ids ?? []), ...(nouns['/customers']?.ids ?? [])]
  return { cursors: cursor === undefined ? [] : [cursor], ids }
}

const LISTS = ['/payment_links', '/payments', '/customers', '/settlements', '/disputes'] as const
const CARDS = ['4242424242424242', '4000000000000341', '4000002500003155'] as const
const DAY_MS = 86_400_000

/**
 * Creates an account in this currency with links, customers (some with a saved card, one archived), payments, two of them
 * disputed, and settlements of three days. The target's time of day advances by three days.
 */
export async function seedAccount({ running, api }: FuzzTarget, currency: string): Promise<SeededAccount> {
  const merchant = await running.merchant({ currency })
  const { call, account } = merchant
  for (const amount of [1, 2, 3]) await makeLink(running, account, { amount })
  const customerIds: string[] = []
  for (const [index, number] of [...CARDS, null, null].entries()) {
    const phone = `+1 212 555 010${index}`
    const { body } = await call('POST', '/customers', {
      body: { name: `Ana ${index}`, phone, email: `a${index}@example.com` },
    })
    if (number) await saveTestCard(running, merchant, body.id, number)
    customerIds.push(body.id)
  }
  await call('PATCH', `/customers/${customerIds.at(-1)}`, { body: { status: 'ARCHIVED' } })
  for (const amount of [5, 600, 7]) {
    const charge = { body: { amount, use_saved_card: true } }
    const { body } = await call('POST', `/customers/${customerIds[0]}/charges`, charge)
    if (amount !== 600) await dispute(running, body.payment_id, currency)
    running.setNow(new Date(running.now().getTime() + DAY_MS))
    const generation = { until: running.now(), now: running.now() }
    await settleDue({ ...running, usesTestBank: true }, generation, account.id)
  }
  const nouns: Record<string, { ids: string[]; cursor: string }> = {}
  for (const path of LISTS) {
    const { body } = await call('GET', path)
    const first = await call('GET', `${path}?limit=1`)
    nouns[path] = { ids: body.data.map(({ id }: { id: string }) => id), cursor: first.body.next_cursor }
  }
  return { merchant, setting: { api, decimals: decimalsOf(currency) }, nouns }
}

function dispute(running: RunningApi, paymentReference: string, currency: string): Promise<unknown> {
  return recordDispute(running, {
    disputeReference: `du_${paymentReference}`,
    paymentReference,
    amountMinor: 100,
    currency,
    reason: 'OTHER',
    status: 'NEEDS_RESPONSE',
    evidenceDueAt: null,
    openedAt: running.now(),
  })
}

export async function saveTestCard(
  running: RunningApi,
  { account }: Merchant,
  customerId: string,
  number: string,
): Promise<void> {
  const { db, accountId, now } = contextFor(running, account)
  const card = await running.bank.tokenize({ number, expiryMonth: 12, expiryYear: 2030, cvc: '123' })
  await db.transaction((tx) => saveCard(tx, running.keyring, { accountId, customerId, card, now: now() }))
}
