import type { Customer } from '@/lib/contract/customer'
import type { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import type { Processor } from '@/lib/service/processor/port'
import { chargeAsPlanned, type MadeCharge, paySentLink } from './customer-charges'
import { customersWithApprovedCard } from './customers-with-approved-card'
import { reconcileAt } from './pay-planned'
import type { SeedContext } from './seed-context'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const RECONCILED_AFTER_MS = 4_000
const CARDS = {
  approved: '4242424242424242',
  noMoney: '4000000000009995',
  asksForPayer: '4000002500003155',
  lostAfterAuthorization: '4000000000000119',
  lostAfterCapture: '4000000000000127',
} as const
type Card = keyof typeof CARDS

/** One press of the member, in minutes after the story began. */
type Step = Pick<MadeCharge, 'closed'> & {
  after: number
  card?: Card
  isLink?: true
  /** True if nothing was sent. */
  isGivenUp?: true
  /** True if the customer has no card. */
  hasNoCard?: true
  /** Time until the link was paid. */
  paidAfter?: number
  /** True if it replaces the previous step. */
  isReplacement?: true
}

/** Histories of charges by members: each outcome that the general history has rarely or never. */
const scenarios: readonly {
  hoursAgo: number
  amount: number
  description: string
  steps: readonly Step[]
}[] = [
  {
    hoursAgo: 2,
    amount: 48,
    description: 'Order 10111: birthday cake',
    steps: [
      { after: 0, card: 'noMoney' },
      { after: 1, isLink: true, isReplacement: true, paidAfter: 9 },
    ],
  },
  {
    hoursAgo: 3,
    amount: 116,
    description: 'Order 10112: 2 sandwich platters',
    steps: [{ after: 0, card: 'asksForPayer' }],
  },
  {
    hoursAgo: 26,
    amount: 74.4,
    description: 'Order 10113: 24 croissants',
    steps: [{ after: 0, card: 'lostAfterCapture', closed: 'PAID' }],
  },
  {
    hoursAgo: 28,
    amount: 34,
    description: 'Order 10114: 1 whole quiche',
    steps: [
      { after: 0, card: 'lostAfterAuthorization', closed: 'RELEASED' },
      { after: 3, card: 'approved', isReplacement: true },
    ],
  },
  {
    hoursAgo: 30,
    amount: 49.8,
    description: 'Order 10115: 2 kilos of house blend',
    steps: [
      { after: 0, isGivenUp: true },
      { after: 1, isLink: true, isReplacement: true },
    ],
  },
  {
    hoursAgo: 5,
    amount: 26.7,
    description: 'Order 10116: 3 sourdough loaves',
    steps: [{ after: 0, hasNoCard: true }],
  },
]

/** Makes the scenarios with the real verbs, each customer's at its own time. Returns their charges. */
export async function makeChargeScenarios(
  seedContext: SeedContext,
  account: AccountRow,
  { keyring, customers }: { keyring: Keyring; customers: readonly Customer[] },
): Promise<MadeCharge[]> {
  const made: MadeCharge[] = []
  // The first customer has the open case.
  const [first, ...others] = customersWithApprovedCard(
    customers,
    new Date(seedContext.now().getTime() - 31 * HOUR_MS),
  )
  const cardless = customers.find(({ status, card }) => status === 'ACTIVE' && card === null)
  for (const [index, { hoursAgo, amount, description, steps }] of scenarios.entries()) {
    const began = seedContext.now().getTime() - hoursAgo * HOUR_MS
    const customer = steps[0]?.hasNoCard ? cardless : (others[index % others.length] ?? first)
    if (!customer) continue
    const order = { customer, amount, description }
    for (const [number, step] of steps.entries()) {
      const at = new Date(began + step.after * MINUTE_MS)
      const reference = `desk-${index}-${number}`
      const planned = { ...order, at, reference, bySavedCard: !step.isLink }
      const bankFor = (bank: Processor) => swapCard(bank, CARDS[step.card ?? 'approved'])
      const charge = step.isGivenUp
        ? { planned, answer: null }
        : await chargeAsPlanned(seedContext, account, keyring, planned, bankFor)
      await reconcileAt(seedContext, account, new Date(at.getTime() + RECONCILED_AFTER_MS))
      const more = step.isReplacement ? { replaces: `desk-${index}-${number - 1}` } : {}
      made.push({ ...charge, ...more, ...(step.closed ? { closed: step.closed } : {}) })
      const paidAt = step.paidAfter && new Date(began + step.paidAfter * MINUTE_MS)
      if (paidAt) await paySentLink(seedContext, account, charge, { paidAt, card: cardOf(CARDS.approved) })
    }
  }
  return made
}

const cardOf = (number: string) => ({ number, expiryMonth: 12, expiryYear: 2099, cvc: '000' })

/** Returns a bank that treats an approved card like a test card. */
function swapCard(bank: Processor, number: string): Processor {
  return {
    tokenize: (card, signal) => bank.tokenize(card, signal),
    async authorize(request, signal) {
      const { token } = await bank.tokenize(cardOf(number), signal)
      return bank.authorize({ ...request, token }, signal)
    },
    confirmed: (reference, signal) => bank.confirmed(reference, signal),
    capture: (reference, signal) => bank.capture(reference, signal),
    void: (reference, signal) => bank.void(reference, signal),
    lookup: (reference, signal) => bank.lookup(reference, signal),
  }
}
