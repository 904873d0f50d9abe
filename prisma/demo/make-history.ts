import { chargeSchema } from '@/lib/contract/charge'
import { CONFIRMATION_MS } from '@/lib/contract/confirmation'
import type { Customer } from '@/lib/contract/customer'
import { ApiError, toErrorBody } from '@/lib/contract/errors'
import { type Keyring, randomText } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { chargeCustomer } from '@/lib/service/charges/charge-customer'
import { payLink } from '@/lib/service/charges/pay-link'
import { reconcilePayments } from '@/lib/service/charges/reconcile'
import { resumePayment } from '@/lib/service/charges/resume-payment'
import { emailKeyOf, phoneKeyOf } from '@/lib/service/customers/conflicting-customer'
import { renderCustomer } from '@/lib/service/customers/customer-row'
import { insertCustomer } from '@/lib/service/customers/insert-customer'
import { saveCard } from '@/lib/service/customers/save-card'
import { updateCustomer } from '@/lib/service/customers/update-customer'
import { cancelLink } from '@/lib/service/links/cancel-link'
import { countOpen } from '@/lib/service/links/count-open'
import type { AuthorizeRequest, CardDetails } from '@/lib/service/processor/port'
import { TestBank } from '@/lib/service/processor/test-bank'
import { decideChallenge } from '@/lib/service/processor/test-bank-challenge'
import { periodOf } from '@/lib/service/settlements/settlement-period'
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
  onPayment(): void
}

interface Payment extends Pick<plan.PlanRow, 'card' | 'after'> {
  at: Date
  linkId: string
  payer: { name: string; email: string | null }
}

type PlannedCharge = plan.PlanRow & {
  at: Date
  customer: Customer
  key: string
  amount: number
  description: string
}

/** Charge of a customer with the API's response; null if nothing was sent. */
export type MadeCharge = PlannedCharge & { answer: { status: number; body: string } | null }

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Days of payments, and the longer period in which customers were created: some of their cards have expired. */
const DAYS = 90
export const CUSTOMER_DAYS = 180
/** Relative number of payments on each weekday from Sunday on. */
const WEEKDAYS = [0.75, 0.4, 0.55, 0.6, 0.7, 0.9, 1]
const CONCURRENCY = 12
const FIRST_ORDER = 10_118

/**
 * Makes the plan's history with the real verbs, each event at its own instant. It is drawn in advance, so the same seed
 * makes the same history whatever runs concurrently. Returns the charges by members.
 */
export async function makeHistory(shop: Shop): Promise<MadeCharge[]> {
  const cards = plan.cards.flatMap((row) => repeat((row[2] * shop.customers) / 100, () => row))
  const shuffled = shop.random.shuffled(cards.slice(0, shop.customers))
  const customers = await Promise.all(shuffled.map((row, index) => makeCustomer(shop, index, row)))
  const links = await Promise.all(
    plannedLinks(shop).map(async (link) => {
      const { id } = await makeLink(at(shop, link.madeAt), shop.account, link.body)
      return { ...link, id }
    }),
  )
  const made: MadeCharge[] = []
  const make = async (event: Payment | PlannedCharge) => {
    if ('linkId' in event) await pay(shop, event)
    else made.push(await charge(shop, event))
    shop.onPayment()
  }
  const events = plannedEvents(shop, links, customers)
  // The reconciler ends whatever waits for it, and the last use completes a link: these run one by one.
  const isAlone = ({ after }: plan.PlanRow | Payment) => after && after !== 'waits' && after !== 'again'
  const alone = [...events.filter(isAlone), ...bookedPayments(shop, links)].values()
  const others = events.filter((event) => !isAlone(event)).values()
  const lanes = [alone, ...repeat(CONCURRENCY, () => others)]
  await Promise.all(
    lanes.map(async (lane) => {
      for (const event of lane) await make(event)
    }),
  )
  for (const { id, closedAt, cancelledDaysAgo } of links)
    if (cancelledDaysAgo) await cancelLink(at(shop, closedAt).ctx, id)
  return made.filter(({ byMember }) => byMember)
}

/** Returns the links with their instants; a weekly one once for each week. */
function plannedLinks({ seedContext, account: { timezone } }: Shop) {
  const now = seedContext.now().getTime()
  const weekly = (row: plan.LinkRow) => repeat(row.weeks ?? 1, (week) => ({ ...row, week }))
  return plan.links.flatMap(weekly).map(({ amount, week, uses, ...row }, index) => {
    const { daysAgo, endsDaysAgo = null, cancelledDaysAgo = 0 } = row
    const dayStart = (days: number) => dayOf(now - (days + 7 * week) * DAY_MS, timezone)
    const inOffice = (8 * 60 + ((index * 53) % 600)) * MINUTE_MS
    const madeAt = new Date(daysAgo < 1 ? now - daysAgo * DAY_MS : dayStart(daysAgo) + inOffice)
    const endsAt = endsDaysAgo === null ? null : new Date(dayStart(endsDaysAgo) + 20 * HOUR_MS)
    const closedAt = cancelledDaysAgo ? new Date(now - cancelledDaysAgo * DAY_MS) : endsAt
    const date = endsAt?.toLocaleDateString('en-US', { timeZone: timezone, month: 'short', day: 'numeric' })
    const title = row.weeks ? `${row.title}, ${date}` : row.title
    const expiry = endsAt ? { expires_at: endsAt.toISOString() } : {}
    const text = row.demand ? { description: 'Order by 6 pm for the next day' } : {}
    const body = {
      title,
      amount,
      max_uses: uses ?? null,
      ...expiry,
      ...text,
      metadata: { sku: `AU-${index}` },
    }
    return { ...row, body, madeAt, closedAt: closedAt ?? new Date(now + HOUR_MS) }
  })
}

type MadeLink = ReturnType<typeof plannedLinks>[number] & { id: string }

/** Returns the payments of links with an exact number: within hours of a bill, within days of a link with more uses. */
function bookedPayments({ random, customers }: Shop, links: readonly MadeLink[]): Payment[] {
  return links.flatMap(({ id: linkId, paid = 0, madeAt }, index) => {
    const times = repeat(paid, () => random.int(HOUR_MS, paid === 1 ? 5 * HOUR_MS : 6 * DAY_MS))
    const payer = () => (index === 0 ? plan.OWNER : plan.person(random.int(customers, plan.PEOPLE - 1)))
    return times.sort((a, b) => a - b).map((ms) => ({ at: later(madeAt, ms), linkId, payer: payer() }))
  })
}

/** Returns the events of the plan with what it leaves out. */
function plannedEvents(shop: Shop, links: readonly MadeLink[], customers: readonly Customer[]) {
  const { seedContext, account, random, payments } = shop
  const now = seedContext.now()
  const days = repeat(DAYS, (index) => dayOf(now.getTime() - index * DAY_MS, account.timezone))
  const drawTime = (): Date => {
    const time = new Date(random.pick(days) + random.int(7 * HOUR_MS, 21 * HOUR_MS))
    const isDrawn = time < later(now, -HOUR_MS) && random.chance(WEEKDAYS[time.getUTCDay()] ?? 1)
    return isDrawn ? time : drawTime()
  }
  const active = customers.filter(({ status }) => status === 'ACTIVE')
  // The older half was there on every day of the history.
  const charged = active.filter(
    ({ id, card }) =>
      card &&
      customers.findIndex((it) => it.id === id) < customers.length / 2 &&
      !plan.RESERVED.includes(card.last4 ?? ''),
  )
  const approved = charged.filter(({ card }) => card?.last4 === plan.VISA.slice(-4))
  let order = FIRST_ORDER
  return plan.rows.flatMap((row) => {
    const exact = row.minutesAgo?.map((minutes) => later(now, -minutes * MINUTE_MS))
    const times = exact ?? repeat(((row.share ?? 0) * payments) / 1_000, drawTime)
    return times.flatMap((time): (Payment | PlannedCharge)[] => {
      const open = links.filter(
        ({ madeAt, closedAt }) => madeAt < time && later(time, 5 * MINUTE_MS) < closedAt,
      )
      const { id: linkId, body } = random.weighted(open.map((link) => [link, link.demand ?? 0] as const))
      const payer = plan.person(random.int(customers.length, plan.PEOPLE - 1))
      if (row.via === 'link') return [{ ...row, at: time, linkId, payer }]
      const cardless = active.filter(({ card }) => !card)
      const among = row.of === undefined ? charged : row.of === 'cardless' ? cardless : approved
      const customer = among[(typeof row.of === 'number' ? row.of : random.int(0, 999)) % among.length]
      order += 1
      const drawn = {
        key: `order-${order}`,
        amount: body.amount,
        description: `Order ${order}: ${body.title}`,
      }
      return customer ? [{ ...drawn, ...row, at: time, customer }] : []
    })
  })
}

/** Creates a customer, every third like the public page; only the customers' own actions raise events. */
async function makeCustomer(
  shop: Shop,
  index: number,
  [number, months]: (typeof plan.cards)[number],
): Promise<Customer> {
  const { account, keyring, seedContext, customers } = shop
  const now = later(seedContext.now(), ((index + 0.5 - customers) / customers) * CUSTOMER_DAYS * DAY_MS)
  const savedAt = later(now, 10 * MINUTE_MS)
  const { ctx, processor } = at(shop, now)
  const { accountId } = ctx
  const { name, phone, ...contact } = plan.person(index)
  const email = index % 5 === 2 ? null : contact.email
  const keys = { phoneKey: phoneKeyOf(phone, account.country), emailKey: emailKeyOf(email) }
  const source = index % 3 === 1 ? 'SELF' : 'MERCHANT'
  const own =
    source === 'SELF' ? {} : { notes: index % 6 ? null : 'Prefers WhatsApp', external_ref: `CRM-${index}` }
  // A card was valid when it was saved.
  const expiry = new Date(seedContext.now())
  expiry.setUTCMonth(expiry.getUTCMonth() + months, 1)
  const card = number && (await processor.tokenize(cardOf(number, expiry > now ? expiry : now)))
  const customer = await ctx.db.transaction(async (tx) => {
    const fields = {
      accountId,
      name,
      phone,
      email,
      ...keys,
      notes: null,
      external_ref: null,
      ...own,
      source,
      now,
    } as const
    const row = await insertCustomer(tx, fields)
    if (!row) throw new Error('two people of the plan have the same phone or e-mail')
    const object = renderCustomer(row)
    if (source === 'SELF') await recordEvent(tx, { accountId, kind: 'customer.created', object, now })
    if (!card) return object
    const saved = renderCustomer(
      await saveCard(tx, keyring, { accountId, customerId: row.id, card, now: savedAt }),
    )
    await recordEvent(tx, { accountId, kind: 'customer.card_saved', object: saved, now: savedAt })
    return saved
  })
  if (index % 19 !== 7) return customer
  return updateCustomer(at(shop, savedAt).ctx, customer.id, { status: 'ARCHIVED', country: account.country })
}

/** Opens a link, attempts a payment, and makes the event that follows. */
async function pay(shop: Shop, { at: now, linkId, payer, card = plan.VISA, after }: Payment): Promise<void> {
  const deps = at(shop, now)
  const browser = `${payer.name} ${now.getTime()}`
  await countOpen(deps.database, { linkId, browser, now: later(now, -MINUTE_MS) })
  const attempt = randomText(16)
  const typed = { payerName: payer.name, payerEmail: payer.email ?? '', card: cardOf(card) }
  const result = await payLink(deps, { linkId, attempt, ...typed })
  // On an extremely busy machine even the test bank times out: such a payer gives up before the payment began.
  if (result.kind === 'processor_down') return
  if (result.kind !== 'attempted') throw new Error(`a payer of the history was sent away: ${result.kind}`)
  if (after === 'again') await pay(shop, { at: later(now, 2 * MINUTE_MS), linkId, payer })
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
async function charge(shop: Shop, planned: PlannedCharge): Promise<MadeCharge> {
  const { at: now, customer, key, amount, description, paidAfter } = planned
  if (planned.isUnsent) return { ...planned, answer: null }
  const { name: accountName, currency } = shop.account
  const body = { amount, description, use_saved_card: planned.via === 'card' }
  const input = { customerId: customer.id, body, idempotencyKey: key, requestId: key, accountName, currency }
  const answer = await chargeCustomer(at(shop, now, planned.card), input).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: JSON.stringify(toErrorBody(error, key)) }
  })
  if (planned.after) await reconcilePayments(at(shop, later(now, MINUTE_MS)))
  const link = paidAfter && chargeSchema.parse(JSON.parse(answer.body)).payment_link
  if (link) await pay(shop, { at: later(now, paidAfter * MINUTE_MS), linkId: link.id, payer: customer })
  return { ...planned, answer }
}

/** Returns the dependencies of the verbs at an instant; the bank treats any saved card like `card`, if given. */
function at({ seedContext, account, keyring }: Shop, instant: Date, card?: string) {
  const context = { ...seedContext, now: () => instant }
  const processor = new OneCardBank(context.database, { ...context, webUrl: context.urls.web })
  processor.card = card
  const holder = { owner: `history of ${account.id}`, leaseMs: 30_000 }
  return { ...context, ...holder, ctx: contextFor(context, account), keyring, processor }
}

class OneCardBank extends TestBank {
  card: string | undefined

  override async authorize(request: AuthorizeRequest, signal: AbortSignal) {
    const { token } = this.card ? await this.tokenize(cardOf(this.card)) : request
    return super.authorize({ ...request, token }, signal)
  }
}

function cardOf(number: string, expiry = new Date(Date.UTC(2099, 7))): CardDetails {
  const [expiryMonth, expiryYear] = [expiry.getUTCMonth() + 1, expiry.getUTCFullYear()]
  return { number, expiryMonth, expiryYear, cvc: number.length === 15 ? '0000' : '000' }
}

const later = (time: Date, ms: number) => new Date(time.getTime() + ms)

const dayOf = (ms: number, timezone: string) =>
  periodOf(new Date(ms), { timezone, schedule: 'daily' }).start.getTime()

/** Returns a rounded number of items, at least one unless it is 0. */
function repeat<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count && Math.max(1, Math.round(count)) }, (_, index) => make(index))
}
