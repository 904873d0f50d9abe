import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Random } from '@/prisma/demo/random'
import { english } from '@/test/english'

/** Longer than a charge may take. */
const TIMEOUT_MS = 20_000
const PAUSE_MS = 300
/** New keys, or new attempts of a payer, for one purchase. */
const TRIES_MAX = 5

/** Number of responses of each kind, such as `charge 201`; `none` is a missing response. */
export type ResponseCounts = Map<string, number>

function count(responseCounts: ResponseCounts, name: string): void {
  responseCounts.set(name, (responseCounts.get(name) ?? 0) + 1)
}

export interface Answer {
  status: number
  headers: Headers
  text: string
}

export interface Shop {
  apiUrl: string
  webUrl: string
  key: string
  responseCounts: ResponseCounts
  /** Returns the fields of a card in a payer's form, if not those of our own form. */
  enterCard?: (number: string) => Promise<Record<string, string>>
}

/** Sends one request. Returns null if no process responded: no response, or the proxy's own. */
export async function send(
  { responseCounts }: Pick<Shop, 'responseCounts'>,
  name: string,
  url: string,
  init: RequestInit = {},
): Promise<Answer | null> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    const isProxy = response.headers.has('x-proxy')
    count(responseCounts, `${name} ${isProxy ? `none (${response.status} of the proxy)` : response.status}`)
    return isProxy ? null : { status: response.status, headers: response.headers, text }
  } catch (error) {
    count(responseCounts, `${name} none (${error instanceof Error ? error.name : ''})`)
    return null
  }
}

/** Calls the API with the shop's key. */
export function call(
  shop: Shop,
  name: string,
  method: string,
  path: string,
  { body, key }: { body?: object; key?: string } = {},
): Promise<Answer | null> {
  return send(shop, name, `${shop.apiUrl}/api/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${shop.key}`,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(key && { 'Idempotency-Key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** Repeats a call until it succeeds. Returns the parsed body. */
export async function callUntilSuccess(
  shop: Shop,
  name: string,
  method: string,
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: a parsed response has no type until a test checks it
): Promise<any> {
  for (;;) {
    const answer = await call(shop, name, method, path, body && { body })
    if (answer && [200, 201].includes(answer.status)) return JSON.parse(answer.text)
    await setTimeout(PAUSE_MS)
  }
}

/** Purchase that a client must pay for exactly once. */
export interface Purchase {
  /** Description of each of its payments. */
  id: string
  amount: number
  outcome: 'paid' | 'declined' | 'given up'
  /** Number of keys used. */
  keys: number
}

/**
 * Charges a customer's saved card for one purchase according to the contract: the same key until a response arrives;
 * after an unresolved response a look at GET /payments until the payment is final, and a new key only if nothing was
 * collected.
 */
export async function makePurchase(shop: Shop, customerId: string, amount: number): Promise<Purchase> {
  const id = `purchase ${randomUUID()}`
  const purchase = (outcome: Purchase['outcome'], keys: number): Purchase => ({ id, amount, outcome, keys })
  for (let keys = 1; keys <= TRIES_MAX; keys += 1) {
    const status = await chargeUntilAnswered(shop, customerId, { amount, description: id })
    if (status === 201) return purchase('paid', keys)
    if (status === 402) return purchase('declined', keys)
    const found = await finalPayment(shop, customerId, id)
    if (found === 'APPROVED') return purchase('paid', keys)
    if (found === 'FAILED') return purchase('declined', keys)
  }
  return purchase('given up', TRIES_MAX)
}

async function chargeUntilAnswered(
  shop: Shop,
  customerId: string,
  { amount, description }: { amount: number; description: string },
): Promise<number> {
  const key = randomUUID()
  const body = { amount, description, use_saved_card: true }
  for (;;) {
    const answer = await call(shop, 'charge', 'POST', `/customers/${customerId}/charges`, { body, key })
    if (answer && [201, 402].includes(answer.status)) return answer.status
    // A request that is still running is no response yet.
    if (answer?.status === 409 && (await isClosed(shop, answer))) return 409
    await setTimeout(PAUSE_MS)
  }
}

async function isClosed(shop: Shop, { headers, text }: Answer): Promise<boolean> {
  if (headers.get('idempotent-replay') === 'true') return true
  const { code, details } = JSON.parse(text).error
  count(shop.responseCounts, `charge 409 ${code}`)
  return details.payment_id !== undefined
}

/** Returns the status of the newest payment of a purchase, once all of them are final; null if there is none. */
async function finalPayment(shop: Shop, customerId: string, description: string): Promise<string | null> {
  for (;;) {
    const { data } = await callUntilSuccess(
      shop,
      'look',
      'GET',
      `/payments?customer_id=${customerId}&limit=100`,
    )
    const own: { status: string }[] = data.filter(
      (payment: { description: string }) => payment.description === description,
    )
    if (own.some(({ status }) => status === 'APPROVED')) return 'APPROVED'
    if (own.every(({ status }) => status !== 'PENDING')) return own[0]?.status ?? null
    await setTimeout(PAUSE_MS)
  }
}

/** Refund that a client asked for under one key; its note is the key. */
export interface AskedRefund {
  key: string
  amount: number
  /** Final status of the refund; `refused` if nothing was left. */
  outcome: 'SUCCEEDED' | 'FAILED' | 'refused'
}

/** Refunds a paid purchase in parts, all at once, each under its own key until a final response. */
export async function refundPurchase(
  shop: Shop,
  customerId: string,
  purchase: Purchase,
  amounts: readonly number[],
): Promise<AskedRefund[]> {
  const path = `/payments?customer_id=${customerId}&limit=100`
  const { data } = await callUntilSuccess(shop, 'look', 'GET', path)
  const paid: { id: string } | undefined = data.find(
    (payment: { description: string; status: string }) =>
      payment.description === purchase.id && payment.status === 'APPROVED',
  )
  return paid ? Promise.all(amounts.map((amount) => refundUntilFinal(shop, paid.id, amount))) : []
}

async function refundUntilFinal(shop: Shop, paymentId: string, amount: number): Promise<AskedRefund> {
  const key = randomUUID()
  const path = `/payments/${paymentId}/refunds`
  const asked = (outcome: AskedRefund['outcome']): AskedRefund => ({ key, amount, outcome })
  for (;;) {
    const answer = await call(shop, 'refund', 'POST', path, { body: { amount, note: key }, key })
    if (answer?.status === 201) return asked(JSON.parse(answer.text).status)
    const code = answer && JSON.parse(answer.text).error?.code
    if (code === 'nothing_to_refund' || code === 'invalid_parameters') return asked('refused')
    const closed = answer?.headers.get('idempotent-replay') === 'true' || code === 'refund_unresolved'
    while (closed) {
      const { data } = await callUntilSuccess(shop, 'look', 'GET', `${path}?limit=100`)
      const { status } = data.find(({ note }: { note: string }) => note === key) ?? {}
      if (status !== 'PENDING') return asked(status ?? 'refused')
      await setTimeout(PAUSE_MS)
    }
    await setTimeout(PAUSE_MS)
  }
}

export interface Payer {
  card: string
  saveCard?: boolean
}

/** Result of a payment on the payer's page; `used up` if other payers were faster. */
export type PayerOutcome = 'paid' | 'declined' | 'not charged' | 'used up' | 'given up'

/**
 * Pays a link on its page with plain forms, like a browser without scripts. A form without a response is sent again
 * unchanged, with its token.
 */
export async function payByForm(
  shop: Shop,
  url: string,
  { card, saveCard = false }: Payer,
): Promise<PayerOutcome> {
  const visit = visitor(shop)
  let page = await visit('page', url)
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const attempt = /name="attempt" value="([^"]+)"/.exec(page.text)?.[1]
    if (!attempt) return endOf(page.text) ?? 'given up'
    const typed = (await shop.enterCard?.(card)) ?? { number: card, expiry: '12/40', cvc: '123' }
    const form = new URLSearchParams({ ...typed, attempt, name: 'Rosa Payer' })
    form.set('email', `${attempt.slice(0, 8)}@payer.test`)
    if (saveCard) form.set('save_card', '1')
    page = await visit('form', `${url}/attempt`, form)
    while (page.text.includes(english('pay.ends.unresolvedTitle'))) {
      await setTimeout(PAUSE_MS)
      page = await visit('page', page.url)
    }
    const end = endOf(page.text)
    if (end) return end
    // Lost, or the bank was unavailable: the page keeps the token, and the button is pressed again.
  }
  return 'given up'
}

function endOf(text: string): PayerOutcome | null {
  if (text.includes(english('pay.ends.paidTitle'))) return 'paid'
  if (text.includes(english('pay-form.declinedTitle'))) return 'declined'
  if (
    [english('pay.ends.timeoutTitle'), english('pay.ends.annulledTitle')].some((title) =>
      text.includes(title),
    )
  )
    return 'not charged'
  if (
    [english('pay.ends.completedTitle'), english('pay.ends.usedUpTitle')].some((title) =>
      text.includes(title),
    )
  )
    return 'used up'
  return null
}

/** Returns a browser with cookies and its own address, which reloads until the service responds with a page. */
function visitor(shop: Shop) {
  const cookies = new Map<string, string>()
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  return async (name: string, to: string, form?: URLSearchParams): Promise<{ url: string; text: string }> => {
    let url = to
    let posted = form
    for (;;) {
      const answer = await send(shop, posted ? name : 'page', url, {
        method: posted ? 'POST' : 'GET',
        headers: {
          Accept: 'text/html',
          Cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
          'X-Forwarded-For': address,
          ...(posted && { Origin: new URL(url).origin }),
        },
        ...(posted && { body: posted }),
      })
      for (const cookie of answer?.headers.getSetCookie() ?? []) {
        const [key = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? []
        cookies.set(key, value)
      }
      const location = answer?.headers.get('location')
      if (answer?.status === 303 && location) {
        url = new URL(location, url).href
        posted = undefined
      } else if (answer?.status === 200) return { url, text: answer.text }
      else await setTimeout(PAUSE_MS)
    }
  }
}

/** Runs `work` repeatedly until `isOver`, `atOnce` at the same time; each run is completed. */
export async function repeat(
  atOnce: number,
  isOver: () => boolean,
  random: Random,
  pauseMs: readonly [number, number],
  work: () => Promise<void>,
): Promise<void> {
  const one = async () => {
    while (!isOver()) {
      await work()
      await setTimeout(random.int(...pauseMs))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}
