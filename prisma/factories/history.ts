import { randomText } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { cancelLink } from '@/lib/service/links/cancel-link'
import { payLink } from '@/lib/service/payments/pay-link'
import { postgresChargeStore } from '@/lib/service/payments/postgres-charge-store'
import { postgresOrphanStore } from '@/lib/service/payments/postgres-orphan-store'
import { reconcileOnce } from '@/lib/service/payments/reconcile'
import { type Processor, ProcessorUnreachable } from '@/lib/service/processor/port'
import { TestBank } from '@/lib/service/processor/test-bank'
import type { Random } from './random'
import { contextFor, makeLink, type Workshop } from './service'
import { linkIdeas, person } from './words'

export interface HistoryOptions {
  random: Random
  /** Payments to make, in all states. */
  payments: number
  /** Over so many days before `until`. */
  days: number
  until: Date
}

const DAY_MS = 86_400_000
const LEASE_MS = 30_000

type Fate = 'pays' | 'declined' | 'no money' | 'expired card' | 'annulled' | 'lost on the way'

/** What a shop's payments come to; most people just pay. */
const FATES: readonly (readonly [Fate, number])[] = [
  ['pays', 84],
  ['declined', 5],
  ['no money', 5],
  ['expired card', 2],
  ['annulled', 2],
  ['lost on the way', 2],
]
const CARDS: Record<Exclude<Fate, 'pays'>, string> = {
  declined: '4000000000000002',
  'no money': '4000000000009995',
  'expired card': '4000000000000069',
  annulled: '4000000000000119',
  'lost on the way': '4242424242424242',
}
const GOOD_CARDS = [
  ['4242424242424242', 6],
  ['5555555555554444', 4],
  ['378282246310005', 1],
] as const

/** When people pay: the hour of the day in UTC for a shop in the Americas, and how often. */
const HOURS = [
  [12, 2],
  [13, 4],
  [14, 7],
  [15, 8],
  [16, 8],
  [17, 10],
  [18, 9],
  [19, 7],
  [20, 6],
  [21, 6],
  [22, 7],
  [23, 5],
  [1, 2],
] as const

/**
 * A month or so of a shop's life by the real verbs under a driven clock: links, payments in every final state, a
 * cancelled and an expired link. What it leaves is as coherent as what payers leave.
 */
export async function makeHistory(
  workshop: Workshop,
  account: AccountRow,
  options: HistoryOptions,
): Promise<void> {
  const { random, until } = options
  const clock = new DrivenClock(new Date(until.getTime() - options.days * DAY_MS))
  const driven: Workshop = { ...workshop, now: clock.now }
  const links = []
  for (const [index, idea] of linkIdeas.slice(0, 12).entries()) {
    const life = index === 10 ? { expires_at: new Date(until.getTime() - 2 * DAY_MS).toISOString() } : {}
    const { title, description, price } = idea
    clock.set(new Date(clock.now().getTime() + random.int(5, 120) * 60_000))
    const body = { title, amount: price, max_uses: index === 4 ? 5 : null, ...life }
    links.push(await makeLink(driven, account, description === null ? body : { ...body, description }))
  }

  const instants = Array.from({ length: options.payments }, () => anInstant(random, options)).sort(
    (a, b) => a.getTime() - b.getTime(),
  )
  for (const instant of instants) {
    clock.set(instant)
    await onePayment(driven, account, random.pick(links).id, random)
  }

  clock.set(new Date(until.getTime() - DAY_MS / 2))
  const [, , , cancelled] = links
  if (cancelled) await cancelLink(contextFor(driven, account), cancelled.id)
}

class DrivenClock {
  #time: Date
  constructor(start: Date) {
    this.#time = start
  }
  readonly now = () => this.#time
  set(time: Date) {
    this.#time = time
  }
}

function anInstant(random: Random, { until, days }: HistoryOptions): Date {
  const day = new Date(until.getTime() - random.int(0, days - 1) * DAY_MS)
  day.setUTCHours(random.weighted(HOURS), random.int(0, 59), random.int(0, 59), random.int(0, 999))
  return day < until ? day : new Date(until.getTime() - random.int(1, 600) * 60_000)
}

async function onePayment(
  workshop: Workshop,
  account: AccountRow,
  linkId: string,
  random: Random,
): Promise<void> {
  const { database, urls, now } = workshop
  const fate = random.weighted(FATES)
  const bank = new TestBank(database, { webUrl: urls.web, now })
  const payer = person(random)
  await payLink(
    {
      database,
      urls,
      now,
      leaseMs: LEASE_MS,
      processor: fate === 'lost on the way' ? neverReached(bank) : bank,
    },
    {
      linkId,
      attempt: randomText(16),
      payerName: payer.name,
      payerEmail: random.chance(0.9) ? payer.email : '',
      card: {
        number: fate === 'pays' ? random.weighted(GOOD_CARDS) : CARDS[fate],
        expiryMonth: random.int(1, 12),
        expiryYear: 2099,
        cvc: '000',
      },
    },
  )
  if (fate !== 'annulled' && fate !== 'lost on the way') return
  await reconcileOnce({
    orphans: postgresOrphanStore({ db: database.as('checkout_system'), leaseMs: LEASE_MS }),
    storeFor: (accountId) =>
      postgresChargeStore({ db: database.as('checkout_service', accountId), urls, leaseMs: LEASE_MS }),
    processor: bank,
    owner: `history of ${account.id}`,
    now,
  })
}

/** A bank that no authorisation reaches: what its void leaves is a TIMEOUT. */
function neverReached(bank: TestBank): Processor {
  return {
    tokenize: (card) => bank.tokenize(card),
    authorize: async () => {
      throw new ProcessorUnreachable('the line was down')
    },
    confirmed: (reference) => bank.confirmed(reference),
    capture: (reference) => bank.capture(reference),
    void: (reference) => bank.void(reference),
    lookup: (reference) => bank.lookup(reference),
  }
}
