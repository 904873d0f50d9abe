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
import {
  type CardRow,
  cardRows,
  type LinkRow,
  linkRows,
  OWNER,
  PEOPLE,
  type PlanRow,
  person,
  plan,
  RESERVED,
  VISA,
} from './plan'
import type { Random } from './random'
import { contextFor, makeLink, type SeedContext } from './seed-context'

/** Shop whose history is made; `payments` is an approximate number. */
export interface Shop {
  seedContext: SeedContext
  account: AccountRow
  random: Random
  /** Keyring that seals the cards' tokens. */
  keyring: Keyring
  payments: number
  customers: number
  /** Called after each payment. */
  onPayment(): void
}

interface PlannedCharge extends PlanRow {
  at: Date
  customer: Customer
  key: string
  amount: number
  description: string
}

/** Charge of a customer with the API's response; null if nothing was sent. */
export type MadeCharge = PlannedCharge & { answer: { status: number; body: string } | null }

interface Payment extends Pick<PlanRow, 'card' | 'after'> {
  at: Date
  linkId: string
  payer: { name: string; email: string | null }
}

type Job = () => Promise<unknown>

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const DAYS = 90
/** Period in which customers were created: half a year, so that some of their cards have expired. */
export const CUSTOMER_DAYS = 180
/** Relative number of payments on each weekday from Sunday on. */
const WEEKDAYS = [1.1, 0.6, 0.78, 0.9, 1.05, 1.3, 1.45]
const CONCURRENCY = 12
const LEASE_MS = 30_000
/** Time until the reconciler runs. */
const SOON_MS = 4_000
const FIRST_ORDER = 10_118

/**
 * Makes the plan's history with the real verbs, each event at its own instant. It is drawn in advance, so the same seed
 * makes the same history whatever runs concurrently. Returns the charges by members.
 */
export async function makeHistory(shop: Shop): Promise<MadeCharge[]> {
  const { random, customers: count, onPayment } = shop
  const cards = cardRows.flatMap((row) => repeat((row.share * count) / 100, () => row)).slice(0, count)
  const customers = await inParallel(random.shuffled(cards), (row, index) => makeCustomer(shop, index, row))
  const links = await inParallel(plannedLinks(shop), async (link) => {
    const { id } = await makeLink(at(shop, link.madeAt), shop.account, link.body)
    return { ...link, id }
  })
  const made: MadeCharge[] = []
  // Payments that the reconciler ends run one by one, because it would also end those of others.
  const alone: Job[] = []
  const jobs: Job[] = [() => inSequence(alone)]
  for (const payments of bookedPayments(shop, links))
    jobs.push(() => inSequence(payments.map((payment) => () => pay(shop, payment).then(onPayment))))
  for (const event of plannedEvents(shop, links, customers)) {
    const lane = event.after && !['waits', 'again'].includes(event.after) ? alone : jobs
    lane.push(async () => {
      if ('linkId' in event) await pay(shop, event)
      else made.push(await charge(shop, event))
      onPayment()
    })
  }
  await inParallel(jobs, (job) => job())
  for (const { id, closedAt, cancelledDaysAgo } of links)
    if (cancelledDaysAgo) await cancelLink(at(shop, closedAt).ctx, id)
  return made.filter(({ byMember }) => byMember)
}

/** Returns the links with their instants; a weekly one once for each week. */
function plannedLinks({ seedContext, account: { timezone } }: Shop) {
  const now = seedContext.now().getTime()
  const weekly = (row: LinkRow) => repeat(row.weeks ?? 1, (week) => ({ ...row, week }))
  return linkRows.flatMap(weekly).map(({ title, description, amount, week, ...row }, index) => {
    const { daysAgo, uses = null, endsDaysAgo = null, cancelledDaysAgo = 0 } = row
    const dayStart = (days: number) => dayOf(now - (days + 7 * week) * DAY_MS, timezone)
    const inOffice = (8 * 60 + ((index * 53) % 600)) * MINUTE_MS
    const madeAt = new Date(daysAgo < 1 ? now - daysAgo * DAY_MS : dayStart(daysAgo) + inOffice)
    const endsAt = endsDaysAgo === null ? null : new Date(dayStart(endsDaysAgo) + 20 * HOUR_MS)
    const closedAt = cancelledDaysAgo
      ? new Date(now - cancelledDaysAgo * DAY_MS)
      : (endsAt ?? new Date(now + HOUR_MS))
    const date = endsAt?.toLocaleDateString('en-US', { timeZone: timezone, month: 'short', day: 'numeric' })
    const body = {
      title: row.weeks ? `${title}, ${date}` : title,
      ...(description ? { description } : {}),
      amount,
      max_uses: uses,
      ...(endsAt ? { expires_at: endsAt.toISOString() } : {}),
      metadata: { sku: `AURORA-${100 + index}` },
    }
    return { ...row, body, madeAt, closedAt }
  })
}

type MadeLink = ReturnType<typeof plannedLinks>[number] & { id: string }

/** Returns the payments of each link with an exact number in their order: the last use completes a link. */
function bookedPayments({ random, customers }: Shop, links: readonly MadeLink[]): Payment[][] {
  return links.map(({ id: linkId, paid = 0, uses, madeAt, closedAt }, index) => {
    const longest = Math.min(closedAt.getTime() - madeAt.getTime(), uses === 1 ? 5 * HOUR_MS : 6 * DAY_MS)
    const times = repeat(paid, () => random.int(HOUR_MS, longest)).sort((a, b) => a - b)
    const payer = () => (index === 0 ? OWNER : person(random.int(customers, PEOPLE - 1)))
    return times.map((ms) => ({ at: later(madeAt, ms), linkId, payer: payer() }))
  })
}

/** Returns the events of the plan with what it leaves out. */
function plannedEvents(
  { seedContext, account, random, payments, customers: count }: Shop,
  links: readonly MadeLink[],
  customers: readonly Customer[],
): (Payment | PlannedCharge)[] {
  const now = seedContext.now()
  const days = repeat(DAYS, (index) => {
    const start = dayOf(now.getTime() - index * DAY_MS, account.timezone)
    const weight = WEEKDAYS[new Date(start + DAY_MS / 2).getUTCDay()] ?? 1
    return [start, weight * (1.3 - (0.4 * index) / DAYS)] as const
  })
  const drawTime = (): Date => {
    const time = random.weighted(days) + random.int(7 * HOUR_MS, 21 * HOUR_MS)
    return time < now.getTime() - HOUR_MS ? new Date(time) : drawTime()
  }
  const active = customers.filter(({ status }) => status === 'ACTIVE')
  const chargeable = active.filter(({ card }) => card && !RESERVED.includes(card.last4 ?? ''))
  const knownAt = (time: Date) =>
    chargeable.filter(({ created_at }) => Date.parse(created_at) < time.getTime() - HOUR_MS)
  const approved = knownAt(later(now, -2 * DAY_MS)).filter(
    ({ card }) => card && VISA.endsWith(card.last4 ?? '?'),
  )
  const drawLink = (time: Date) => {
    const open = links.filter(
      ({ madeAt, closedAt }) => madeAt < time && later(time, 5 * MINUTE_MS) < closedAt,
    )
    return random.weighted(open.map((link) => [link, link.demand ?? 0] as const))
  }
  const customerOf = ({ of }: PlanRow, time: Date): Customer | undefined => {
    if (of === 'cardless') return active.find(({ card }) => card === null)
    const among = of === undefined ? knownAt(time) : approved
    return among[(of ?? random.int(0, 9_999)) % among.length]
  }
  let order = FIRST_ORDER
  return plan.flatMap((row) => {
    const times = row.minutesAgo?.map((minutes) => later(now, -minutes * MINUTE_MS))
    const drawn = times ?? repeat(((row.share ?? 0) * payments) / 1_000, drawTime)
    return drawn.flatMap((time): (Payment | PlannedCharge)[] => {
      const { id: linkId, body } = drawLink(time)
      if (row.via === 'link')
        return [{ ...row, at: time, linkId, payer: person(random.int(count, PEOPLE - 1)) }]
      const customer = customerOf(row, time)
      const key = `order-${order++}`
      const drawn = {
        key,
        amount: body.amount,
        description: `${key.replace('o', 'O').replace('-', ' ')}: ${body.title}`,
      }
      return customer ? [{ ...drawn, ...row, at: time, customer }] : []
    })
  })
}

/** Creates a customer, every third like the public page; only the customers' own actions raise events. */
async function makeCustomer(shop: Shop, index: number, { card: number, months }: CardRow): Promise<Customer> {
  const { account, keyring, seedContext, customers } = shop
  const age = ((customers - index - 0.5) / customers) * CUSTOMER_DAYS * DAY_MS
  const now = later(seedContext.now(), -age)
  const savedAt = later(now, 10 * MINUTE_MS)
  const accountId = account.id
  const { name, phone, email: address } = person(index)
  const email = index % 5 === 2 ? null : address
  const isSelf = index % 3 === 1
  const { ctx, processor } = at(shop, now)
  // A card was valid when it was saved.
  const expiry = new Date(seedContext.now())
  expiry.setUTCMonth(expiry.getUTCMonth() + months, 1)
  const card = number && (await processor.tokenize(cardOf(number, expiry > now ? expiry : now)))
  const customer = await ctx.db.transaction(async (tx) => {
    const row = await insertCustomer(tx, {
      accountId,
      name,
      phone,
      phoneKey: phoneKeyOf(phone, account.country),
      email,
      emailKey: emailKeyOf(email),
      notes: index % 6 === 0 ? 'Prefers WhatsApp in the morning.' : null,
      external_ref: isSelf ? null : `CRM-${1001 + index}`,
      source: isSelf ? 'SELF' : 'MERCHANT',
      now,
    })
    if (!row) throw new Error('two people of the plan have the same phone or e-mail')
    const object = renderCustomer(row)
    if (isSelf) await recordEvent(tx, { accountId, kind: 'customer.created', object, now })
    if (!card) return object
    const saved = renderCustomer(
      await saveCard(tx, keyring, { accountId, customerId: row.id, card, now: savedAt }),
    )
    await recordEvent(tx, { accountId, kind: 'customer.card_saved', object: saved, now: savedAt })
    return saved
  })
  if (index % 19 !== 7) return customer
  const change = { status: 'ARCHIVED', country: account.country } as const
  return updateCustomer(at(shop, later(now, 30 * MINUTE_MS)).ctx, customer.id, change)
}

/** Opens a link, attempts a payment, and makes the event that follows. */
async function pay(shop: Shop, { at: now, linkId, payer, card = VISA, after }: Payment): Promise<void> {
  const deps = at(shop, now)
  const browser = `${payer.name} ${now.getTime()}`
  await countOpen(deps.database, { linkId, browser, now: later(now, -MINUTE_MS) })
  const attempt = randomText(16)
  const input = { linkId, attempt, payerName: payer.name, payerEmail: payer.email ?? '', card: cardOf(card) }
  const result = await payLink(deps, input)
  // On an extremely busy machine even the test bank times out: such a payer gives up before the payment began.
  if (result.kind === 'processor_down') return
  if (result.kind !== 'attempted') throw new Error(`a payer of the history was sent away: ${result.kind}`)
  if (after === 'again') await pay(shop, { at: later(now, 2 * MINUTE_MS), linkId, payer })
  if (after === 'reconciled') await reconcilePayments(at(shop, later(now, SOON_MS)))
  if (after === 'leaves') await reconcilePayments(at(shop, later(now, CONFIRMATION_MS + SOON_MS)))
  const challenge = result.attempt.confirm?.url.split('/').at(-1)
  // If a running reconciler was faster, nothing is left to confirm.
  if (!challenge || (after !== 'confirms' && after !== 'refuses')) return
  const back = at(shop, later(now, MINUTE_MS))
  await decideChallenge(deps.database, challenge, after === 'confirms' ? 'approve' : 'refuse', back.now())
  await resumePayment(back, { linkId, attempt })
}

/** Charges a customer like the API, and pays the link of a request. */
async function charge(shop: Shop, planned: PlannedCharge): Promise<MadeCharge> {
  const { account } = shop
  const { at: now, via, customer, key, amount, description, card, after, isUnsent, paidAfter } = planned
  if (isUnsent) return { ...planned, answer: null }
  const answer = await chargeCustomer(at(shop, now, card), {
    customerId: customer.id,
    body: { amount, description, use_saved_card: via === 'card' },
    idempotencyKey: key,
    requestId: key,
    accountName: account.name,
    currency: account.currency,
  }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: JSON.stringify(toErrorBody(error, key)) }
  })
  if (after) await reconcilePayments(at(shop, later(now, SOON_MS)))
  const link = paidAfter && chargeSchema.parse(JSON.parse(answer.body)).payment_link
  if (link) await pay(shop, { at: later(now, paidAfter * MINUTE_MS), linkId: link.id, payer: customer })
  return { ...planned, answer }
}

/** Returns the dependencies of the verbs at an instant; the bank treats saved cards like `card`, if given. */
function at({ seedContext, account, keyring }: Shop, instant: Date, card?: string) {
  const context = { ...seedContext, now: () => instant }
  const processor = new OneCardBank(context.database, { ...context, webUrl: context.urls.web })
  processor.card = card
  const owner = `history of ${account.id}`
  return { ...context, ctx: contextFor(context, account), keyring, processor, owner, leaseMs: LEASE_MS }
}

class OneCardBank extends TestBank {
  card: string | undefined

  override async authorize(request: AuthorizeRequest, signal: AbortSignal) {
    const token = this.card ? (await this.tokenize(cardOf(this.card))).token : request.token
    return super.authorize({ ...request, token }, signal)
  }
}

function cardOf(number: string, expiry = new Date(Date.UTC(2099, 7))): CardDetails {
  const [expiryMonth, expiryYear] = [expiry.getUTCMonth() + 1, expiry.getUTCFullYear()]
  return { number, expiryMonth, expiryYear, cvc: number.length === 15 ? '0000' : '000' }
}

const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms)

const dayOf = (ms: number, timezone: string): number =>
  periodOf(new Date(ms), { timezone, schedule: 'daily' }).start.getTime()

/** Returns a rounded number of items, at least one unless it is 0. */
function repeat<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count > 0 ? Math.max(1, Math.round(count)) : 0 }, (_, index) => make(index))
}

async function inSequence(jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) await job()
}

/** Returns the results in the order of the items. Throws the first failure. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return results
}
