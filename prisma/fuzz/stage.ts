import { decimalsOf } from '@/lib/contract/currencies'
import { saveCard } from '@/lib/service/customers/save-card'
import { type Merchant, type RunningApi, startApi } from '@/prisma/factories/running-api'
import { contextFor, makeLink } from '@/prisma/factories/service'
import { DescribedApi } from './described-api'
import type { Known, Setting } from './valid-value'
import { Wire } from './wire'

/** A running API, what it says of itself, and a way to send it anything. */
export interface Stage {
  running: RunningApi
  api: DescribedApi
  wire: Wire
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
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

/** One account with something of each kind in it. */
export interface Inhabited {
  merchant: Merchant
  setting: Setting
  known: Known
  linkIds: string[]
  customerIds: string[]
  paymentIds: string[]
}

const CARDS = ['4242424242424242', '4000000000000341', '4000000000003155'] as const

/** An account in this currency with links, customers (some with a saved card, one archived) and payments. */
export async function inhabit({ running, api }: Stage, currency: string): Promise<Inhabited> {
  const merchant = await running.merchant({ currency })
  const { call, account } = merchant
  const made = async (path: string, body: object): Promise<string> =>
    (await call('POST', path, { body })).body.id
  const linkIds: string[] = []
  for (const amount of [1, 2, 3]) linkIds.push((await makeLink(running, account, { amount })).id)
  const customerIds: string[] = []
  for (const [index, number] of [...CARDS, null, null].entries()) {
    const id = await made('/customers', {
      name: `Ana ${index}`,
      phone: `+1 212 555 010${index}`,
      email: `a${index}@example.com`,
    })
    if (number) await keepCard(running, merchant, id, number)
    customerIds.push(id)
  }
  await call('PATCH', `/customers/${customerIds.at(-1)}`, { body: { status: 'ARCHIVED' } })
  for (const amount of [5, 6, 7]) {
    await call('POST', `/customers/${customerIds[0]}/charges`, { body: { amount, use_saved_card: true } })
  }
  const pages = await Promise.all(
    ['/payment_links', '/payments', '/customers'].map((path) => call('GET', `${path}?limit=1`)),
  )
  const payments = await call('GET', '/payments')
  const paymentIds = payments.body.data.map(({ id }: { id: string }) => id)
  return {
    merchant,
    setting: { api, decimals: decimalsOf(currency) },
    known: { cursors: pages.map(({ body }) => body.next_cursor), ids: [...linkIds, ...customerIds] },
    linkIds,
    customerIds,
    paymentIds,
  }
}

export async function keepCard(
  running: RunningApi,
  { account }: Merchant,
  customerId: string,
  number: string,
): Promise<void> {
  const { db, accountId, now } = contextFor(running, account)
  const card = await running.bank.tokenize({ number, expiryMonth: 12, expiryYear: 2030, cvc: '123' })
  await db.transaction((tx) => saveCard(tx, running.keyring, { accountId, customerId, card, now: now() }))
}
