import type { PaymentLink } from '@/lib/contract/payment-link'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { cancelLink } from '@/lib/service/links/cancel-link'
import { countOpen } from '@/lib/service/links/count-open'
import {
  type HistoryOptions,
  type HistoryPlan,
  type PlannedPayment,
  type PlannedVisit,
  planHistory,
} from './history-plan'
import type { PlannedLink } from './link-plan'
import { needsFollowUp, pay } from './pay-planned'
import { runConcurrently } from './run-concurrently'
import { contextFor, makeLink, type SeedContext } from './seed-context'

export interface HistoryProgress {
  /** Called after each payment. */
  onPayment?(): void
}

const DAY_MS = 86_400_000
/** Number that keeps two cores busy. */
const CONCURRENCY = 8

/**
 * Makes some months of a shop's history with the real verbs: links, their visitors, and payments in every state.
 * Everything is drawn in advance and happens at its own instant, day after day; independent events of a day run
 * concurrently. The result is as consistent as that of real payers.
 */
export async function makeHistory(
  seedContext: SeedContext,
  account: AccountRow,
  options: HistoryOptions & HistoryProgress,
): Promise<void> {
  const plan = planHistory(account, options)
  const made = new Map<PlannedLink, PaymentLink>()
  const at = (now: Date): SeedContext => ({ ...seedContext, now: () => now })
  const payOne = async (payment: PlannedPayment) => {
    const link = made.get(payment.link)
    if (!link) throw new Error('a link is paid before it was made')
    await pay(at(payment.at), account, { id: link.id, madeAt: payment.link.madeAt }, payment)
    options.onPayment?.()
  }

  for (const day of daysOf(plan)) {
    await runConcurrently(
      CONCURRENCY,
      day.links.map((link) => async () => {
        made.set(link, await makeLink(at(link.madeAt), account, link.body))
      }),
    )
    await runConcurrently(
      CONCURRENCY,
      day.visits.map(({ at: now, link }, index) => async () => {
        const linkId = made.get(link)?.id ?? ''
        await countOpen(seedContext.database, {
          linkId,
          browser: `visitor ${index} of ${now.getTime()}`,
          now,
        })
      }),
    )
    const [alone, together] = split(day.payments, ({ outcome }) => needsFollowUp(outcome))
    await runConcurrently(
      CONCURRENCY,
      inOrderOfQuotas(together).map((turn) => async () => {
        for (const payment of turn) await payOne(payment)
      }),
    )
    // A payment that the reconciler ends is ended by the payment's own clock, before the reconciler could take another
    // one instead.
    for (const payment of alone) await payOne(payment)
    for (const link of day.cancelled) {
      const id = made.get(link)?.id
      if (id && link.cancelledAt) await cancelLink(contextFor(at(link.cancelledAt), account), id)
    }
  }
}

interface Day {
  links: PlannedLink[]
  visits: PlannedVisit[]
  payments: PlannedPayment[]
  cancelled: PlannedLink[]
}

function daysOf({ links, visits, payments }: HistoryPlan): Day[] {
  const days = new Map<number, Day>()
  const dayAt = (instant: Date): Day => {
    const number = Math.floor(instant.getTime() / DAY_MS)
    const day = days.get(number) ?? { links: [], visits: [], payments: [], cancelled: [] }
    days.set(number, day)
    return day
  }
  for (const link of links) {
    dayAt(link.madeAt).links.push(link)
    if (link.cancelledAt) dayAt(link.cancelledAt).cancelled.push(link)
  }
  for (const visit of visits) dayAt(visit.at).visits.push(visit)
  for (const payment of payments) dayAt(payment.at).payments.push(payment)
  return [...days].sort(([a], [b]) => a - b).map(([, day]) => day)
}

function split<Item>(items: readonly Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))]
}

/** Groups payments so that those of a link with a quota run one after the other: the last one completes it. */
function inOrderOfQuotas(payments: readonly PlannedPayment[]): PlannedPayment[][] {
  const [free, limited] = split(payments, ({ link }) => link.product.uses === null)
  const queues = new Map<PlannedLink, PlannedPayment[]>()
  for (const payment of limited) queues.set(payment.link, [...(queues.get(payment.link) ?? []), payment])
  return [...queues.values(), ...free.map((payment) => [payment])]
}
