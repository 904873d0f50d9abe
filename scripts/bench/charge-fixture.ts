import { randomUUID } from 'node:crypto'
import { chargeCustomer } from '@/lib/service/charges/charge-customer'
import { createCustomer } from '@/lib/service/customers/create-customer'
import { saveCard } from '@/lib/service/customers/save-card'
import { TestBank } from '@/lib/service/processor/test-bank'
import { changeTestBank } from '@/lib/service/processor/test-bank-settings'
import { contextFor } from '@/prisma/demo/seed-context'
import type { BenchContext } from './bench-context'
import { type RecordedStep, recordingDatabase } from './recording-database'
import { httpRequest } from './run-load'

const LEASE_MS = 30_000
const BODY = { amount: 12.5, description: 'Croissants', use_saved_card: true }
const CARD = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2099, cvc: '000' }
/** First recorded statement, the claim: earlier ones only look up the customer. */
const FIRST = 'charge-claim'

/** Creates a customer whose saved card is approved, at a bank that responds at once. Returns the customer's id. */
export async function createPayingCustomer(bench: BenchContext): Promise<string> {
  const { seedContext, account, keyring, database } = bench
  const ctx = contextFor(seedContext, account)
  const phone = `+5025555${String(Date.now()).slice(-4)}`
  const fields = { name: 'Ada Lovelace', phone, email: null, notes: null, external_ref: null }
  const customer = await createCustomer(ctx, { ...fields, country: account.country })
  const card = await bankOf(bench).tokenize(CARD)
  await ctx.db.transaction((tx) =>
    saveCard(tx, keyring, { accountId: account.id, customerId: customer.id, card, now: ctx.now() }),
  )
  await changeTestBank(database, { delayMs: 0, outage: false })
  return customer.id
}

/** Returns the bytes of a charge of the saved card, by default under a new key. */
export function chargeRequest(
  bench: BenchContext,
  origin: string,
  customerId: string,
  key: string = randomUUID(),
): Buffer {
  const headers = {
    Authorization: `Bearer ${bench.apiKey}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': key,
  }
  return httpRequest(
    'POST',
    `${origin}/api/v1/customers/${customerId}/charges`,
    headers,
    JSON.stringify(BODY),
  )
}

/** Returns the statements that the verb of that request sends to Postgres for T1, T2, T3 and the bank, in order. */
export async function recordCharge(bench: BenchContext, customerId: string): Promise<RecordedStep[]> {
  const { seedContext, account, keyring } = bench
  const steps: RecordedStep[] = []
  const database = recordingDatabase(seedContext.database, steps)
  const { status } = await chargeCustomer(
    {
      ctx: contextFor({ ...seedContext, database }, account),
      processor: new TestBank(database, { webUrl: seedContext.urls.web }),
      keyring,
      leaseMs: LEASE_MS,
    },
    {
      customerId,
      body: BODY,
      idempotencyKey: randomUUID(),
      requestId: `req_${randomUUID()}`,
      accountName: account.name,
      currency: account.currency,
    },
  )
  if (status !== 201) throw new Error(`the recorded charge was answered ${status}`)
  const from = steps.findIndex(({ statements }) => statements[0]?.name === FIRST)
  if (from < 0) throw new Error(`a charge no longer begins with ${FIRST}`)
  return steps.slice(from)
}

function bankOf({ seedContext }: BenchContext): TestBank {
  return new TestBank(seedContext.database, { webUrl: seedContext.urls.web })
}
