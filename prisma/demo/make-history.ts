import { chargeSchema } from '@/lib/contract/charge'
import type { Customer } from '@/lib/contract/customer'
import { ApiError, toErrorBody } from '@/lib/contract/errors'
import { CONFIRMATION_MS } from '@/lib/contract/limits'
import { type Keyring, randomText } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { chargeCustomer } from '@/lib/service/charges/charge-customer'
import { payLink, resumePayment } from '@/lib/service/charges/pay-link'
import { reconcilePayments } from '@/lib/service/charges/reconcile'
import { emailKeyOf, phoneKeyOf } from '@/lib/service/customers/conflicting-customer'
import { insertCustomer } from '@/lib/service/customers/create-customer'
import { renderCustomer } from '@/lib/service/customers/customer-row'
import { saveCard } from '@/lib/service/customers/saved-card'
import { updateCustomer } from '@/lib/service/customers/update-customer'
import { cancelLink } from '@/lib/service/links/cancel-link'
import type { CardDetails } from '@/lib/service/processor/port'
import { TestBank } from '@/lib/service/processor/test-bank'
import { decideChallenge } from '@/lib/service/processor/test-bank-books'
import { periodOf } from '@/lib/service/settlements/generate-settlement'
import { recordEvent } from '@/lib/service/webhooks/record-event'
import * as plan from './plan'
import type { Random } from './random'
import { contextFor, makeLink, type SeedContext } from './seed-context'

/** Shop whose history is made; `payments` is an approximate number. */
export interface Shop {
  seedContext: SeedContext
  account: AccountRow
  random: Random
  keyring: Keyring
  payments: number
  customers: number
}

type Payment = plan.Row & { at: Date; linkId: string; payer: Pick<Customer, 'name' | 'email'> }
type Planned = plan.Row & { at: Date; customer: Customer; key: string; amount: number; description: string }

/** Charge of a customer with the API's response; null if nothing was sent. */
export type MadeCharge = Planned & { answer: { status: number; body: string } | null }

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Days of payments, and the longer period in which customers were created: some of their cards have expired. */
const DAYS = 90
export const CUSTOMER_DAYS = 180
/** Relative number of payments on each weekday from Sunday on. */
const WEEKDAYS = [0.75, 0.4, 0.55, 0.6, 0.7, 0.9, 1]
const CONCURRENCY = 6

/**
 * Makes the plan's history with the real verbs, each event at its own instant. It is drawn in advance, so the same seed
 * makes the same history whatever runs concurrently. Returns the charges by members.
 */
export async function makeHistory(shop: Shop): Promise<MadeCharge[]> {
  const cards = plan.cards.flatMap((row) => repeat((row[2] * shop.customers) / 100, () => row))
  const drawn = shop.random.shuffled(cards.slice(0, shop.customers))
  const customers = await inLanes(drawn, (row, index) => makeCustomer(shop, index, row))
  const rows = plan.links.flatMap((row) => repeat(row.weeks ?? 1, (week) => ({ ...row, week })))
  const links = await inLanes(rows, (row, index) => makePlannedLink(shop, row, index))
  const events = plannedEvents(shop, links, customers)
  const booked = links.flatMap((link) => link.times.map((time) => paymentOf(shop, link, time)))
  // The reconciler ends whatever waits for it, and the last use completes a link: these run one by one.
  const isAlone = ({ after }: plan.Row) => after && after !== 'waits' && after !== 'again'
  const alone = [...events.filter(isAlone), ...booked]
  const others = events.filter((event) => !isAlone(event)).map((event) => [event])
  const made: MadeCharge[] = []
  await inLanes([alone, ...others], async (turn) => {
    for (const event of turn)
      if ('linkId' in event) await pay(shop, event)
      else made.push(await charge(shop, event))
  })
  // Opens are counted at once, also those without a payment: one by one they would take a tenth of the time.
  await contextFor(shop.seedContext, shop.account).db.query({
    text: `UPDATE service.payment_link l SET open_count = 2 + paid_count * 4 / 3, last_opened_at = coalesce(
      (SELECT max(created_at) FROM service.payment p WHERE p.account_id = l.account_id AND p.link_id = l.id), created_at)`,
  })
  for (const { linkId, closedAt, cancelledDaysAgo } of links)
    if (cancelledDaysAgo) await cancelLink(at(shop, closedAt).ctx, linkId)
  return made.filter(({ byMember }) => byMember)
}

/** Makes a link, the `week`th one of its row, and draws its exact payments: within hours of a bill, else within days. */
async function makePlannedLink(shop: Shop, row: plan.LinkRow & { week: number }, index: number) {
  const ago = (days: number) => later(shop.seedContext.now(), -(days + 7 * row.week) * DAY_MS)
  const { daysAgo, endsDaysAgo, cancelledDaysAgo, paid = 0, uses = null, amount } = row
  const madeAt = later(ago(daysAgo), (daysAgo < 1 ? 0 : -index * 37) * MINUTE_MS)
  const endsAt = endsDaysAgo === undefined ? null : ago(endsDaysAgo)
  const closedAt = cancelledDaysAgo ? ago(cancelledDaysAgo) : (endsAt ?? ago(-1))
  const ms = repeat(paid, () => shop.random.int(HOUR_MS, uses === 1 ? 5 * HOUR_MS : 6 * DAY_MS))
  const times = ms.sort((a, b) => a - b).map((age) => later(madeAt, age))
  const title = row.weeks ? `${row.title} ${row.weeks - row.week}` : row.title
  const body = { title, amount, max_uses: uses, metadata: { sku: `AURORA-${index}` } }
  const { id: linkId } = await makeLink(at(shop, madeAt), shop.account, {
    ...body,
    ...(endsAt ? { expires_at: endsAt.toISOString() } : {}),
    ...(row.demand ? { description: 'Order by 6 pm for the next day' } : {}),
  })
  return { ...row, linkId, title, madeAt, closedAt, times }
}

type Link = Awaited<ReturnType<typeof makePlannedLink>>

function plannedEvents(shop: Shop, links: Link[], customers: Customer[]): (Payment | Planned)[] {
  const { seedContext, random, payments } = shop
  const now = seedContext.now()
  const calendar = { timezone: shop.account.timezone, schedule: 'daily' } as const
  const days = repeat(DAYS, (index) => periodOf(later(now, -index * DAY_MS), calendar).start)
  const drawTime = (): Date => {
    const time = later(random.pick(days), random.int(7 * HOUR_MS, 21 * HOUR_MS))
    const isDrawn = time < later(now, -HOUR_MS) && random.chance(WEEKDAYS[time.getUTCDay()] ?? 1)
    return isDrawn ? time : drawTime()
  }
  const active = customers.filter(({ status }) => status === 'ACTIVE')
  const withCard = (wanted: string | null) =>
    active.find(({ card }) => (card?.last4 ?? null) === (wanted?.slice(-4) ?? null))
  const charged = active.filter(({ card }) => card && !plan.RESERVED.includes(card.last4 ?? ''))
  let order = 10_117
  return plan.rows.flatMap((row) => {
    const exact = row.minutesAgo?.map((minutes) => later(now, -minutes * MINUTE_MS))
    const times = exact ?? repeat(((row.share ?? 0) * payments) / 1_000, drawTime)
    return times.flatMap((time): (Payment | Planned)[] => {
      const open = links.filter((it) => it.madeAt < time && later(time, 5 * MINUTE_MS) < it.closedAt)
      const link = random.weighted(open.map((it) => [it, it.demand ?? 0] as const))
      if (row.via === 'link') return [{ ...paymentOf(shop, link, time), ...row }]
      const known = charged.filter(({ created_at }) => Date.parse(created_at) < time.getTime() - HOUR_MS)
      const drawn = known[random.int(0, known.length - 1)]
      const customer = row.card === undefined ? drawn : withCard(row.card)
      order += 1
      const first = { key: `order-${order}`, amount: link.amount, description: link.title }
      return customer ? [{ ...first, ...row, at: time, customer }] : []
    })
  })
}

function paymentOf({ random, customers }: Shop, { linkId }: Link, at: Date): Payment {
  return { via: 'link', at, linkId, payer: plan.person(random.int(customers, plan.PEOPLE - 1)) }
}

/** Creates a customer, every third like the public page; only the customers' own actions raise events. */
async function makeCustomer(shop: Shop, index: number, [number, months]: plan.CardRow): Promise<Customer> {
  const { account, keyring, seedContext, customers } = shop
  const { id: accountId, country } = account
  const now = later(seedContext.now(), ((index + 0.5 - customers) / customers) * CUSTOMER_DAYS * DAY_MS)
  const savedAt = later(now, 10 * MINUTE_MS)
  const { ctx, processor } = at(shop, now)
  const person = plan.person(index)
  const source = index % 3 === 1 ? 'SELF' : 'MERCHANT'
  const keys = { phoneKey: phoneKeyOf(person.phone, country), emailKey: emailKeyOf(person.email) }
  const rest = { notes: index % 6 ? null : 'By phone.', external_ref: index % 2 ? null : `CRM-${index}` }
  // A card was valid when it was saved.
  const expiry = new Date(seedContext.now())
  expiry.setUTCMonth(expiry.getUTCMonth() + months, 1)
  const card = number && (await processor.tokenize(cardOf(number, expiry > now ? expiry : now)))
  const customer = await ctx.db.transaction(async (tx) => {
    const row = await insertCustomer(tx, { ...person, ...keys, ...rest, accountId, source, now })
    if (!row) throw new Error('two people of the plan have the same phone or e-mail')
    const made = renderCustomer(row)
    if (source === 'SELF') await recordEvent(tx, { accountId, kind: 'customer.created', object: made, now })
    if (!card) return made
    const saved = await saveCard(tx, keyring, { accountId, customerId: row.id, card, now: savedAt })
    const object = renderCustomer(saved)
    await recordEvent(tx, { accountId, kind: 'customer.card_saved', object, now: savedAt })
    return object
  })
  if (index % 19 !== 7) return customer
  return updateCustomer(at(shop, savedAt).ctx, customer.id, { status: 'ARCHIVED', country })
}

/** Opens a link, attempts a payment, and makes the event that follows. */
async function pay(shop: Shop, { at: now, linkId, payer, card, after }: Payment): Promise<void> {
  const deps = at(shop, now)
  const attempt = randomText(16)
  const typed = { payerName: payer.name, payerEmail: payer.email ?? '', card: cardOf(card ?? plan.VISA) }
  const result = await payLink(deps, { linkId, attempt, ...typed })
  // On an extremely busy machine even the test bank times out: such a payer gives up before the payment began.
  if (result.kind === 'processor_down') return
  if (result.kind !== 'attempted') throw new Error(`a payer of the history was sent away: ${result.kind}`)
  if (after === 'again') await pay(shop, { via: 'link', at: later(now, 2 * MINUTE_MS), linkId, payer })
  if (after === 'reconciled') await reconcilePayments(at(shop, later(now, MINUTE_MS)))
  if (after === 'leaves') await reconcilePayments(at(shop, later(now, CONFIRMATION_MS + MINUTE_MS)))
  const challenge = result.attempt.confirm?.url.split('/').at(-1)
  // If a running reconciler was faster, nothing is left to confirm.
  if (!challenge || (after !== 'confirms' && after !== 'refuses')) return
  const back = at(shop, later(now, MINUTE_MS))
  await decideChallenge(deps.database, challenge, after === 'confirms' ? 'approve' : 'refuse', back.now())
  await resumePayment(back, { linkId, attempt })
}

/** Charges a customer like the API, and pays the link of a request. */
async function charge(shop: Shop, planned: Planned): Promise<MadeCharge> {
  const { at: now, customer, key, amount, description, paidAfter } = planned
  if (planned.isUnsent) return { ...planned, answer: null }
  const { name: accountName, currency } = shop.account
  const body = { amount, description, use_saved_card: planned.via === 'card' }
  const input = { customerId: customer.id, body, idempotencyKey: key, requestId: key, accountName, currency }
  const answer = await chargeCustomer(at(shop, now), input).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: JSON.stringify(toErrorBody(error, key)) }
  })
  if (planned.after) await reconcilePayments(at(shop, later(now, MINUTE_MS)))
  const link = paidAfter && chargeSchema.parse(JSON.parse(answer.body)).payment_link
  const paidAt = later(now, (paidAfter ?? 0) * MINUTE_MS)
  if (link) await pay(shop, { via: 'link', at: paidAt, linkId: link.id, payer: customer })
  return { ...planned, answer }
}

function at({ seedContext, account, keyring }: Shop, instant: Date) {
  const context = { ...seedContext, now: () => instant }
  const processor = new TestBank(context.database, { ...context, webUrl: context.urls.web })
  const holder = { owner: `history of ${account.id}`, leaseMs: 30_000 }
  return { ...context, ...holder, ctx: contextFor(context, account), keyring, processor }
}

function cardOf(number: string, expiry = new Date(Date.UTC(2099, 7))): CardDetails {
  const [expiryMonth, expiryYear] = [expiry.getUTCMonth() + 1, expiry.getUTCFullYear()]
  return { number, expiryMonth, expiryYear, cvc: number.length === 15 ? '0000' : '000' }
}

const later = (time: Date, ms: number) => new Date(time.getTime() + ms)

/** Returns a rounded number of items, at least one unless it is 0. */
function repeat<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count && Math.max(1, Math.round(count)) }, (_, index) => make(index))
}

async function inLanes<Item, Made>(items: Item[], work: (item: Item, index: number) => Promise<Made>) {
  const made: Made[] = []
  const queue = items.entries()
  const lane = async () => {
    for (const [index, item] of queue) made[index] = await work(item, index)
  }
  await Promise.all(repeat(CONCURRENCY, lane))
  return made
}
