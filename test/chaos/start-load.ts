import type { Client } from 'pg'
import { expect } from 'vitest'
import type { Random } from '@/prisma/demo/random'
import {
  type AskedRefund,
  callUntilSuccess,
  makePurchase,
  type PayerOutcome,
  type Purchase,
  payByForm,
  refundPurchase,
  repeat,
} from './chaos-clients'
import {
  bankFaults,
  eventFaults,
  linkFaults,
  type PaidLink,
  purchaseFaults,
  refundFaults,
  testBankRefunds,
} from './checks'
import type { Merchant } from './merchant'

const PAUSE_MS = [50, 400] as const
const PENDING_MS = 180_000
const TYPED_CARDS = [
  ['4242424242424242', 12],
  ['4000000000000002', 2],
  ['4000000000000119', 1],
  ['4000000000000127', 1],
] as const

/** Share of the purchases that are refunded. */
const REFUNDED = 0.3

/** Continuous purchases by saved card, refunds of some of them, and payments of links, until `end`. */
export interface Load {
  purchases: Purchase[]
  refunds: AskedRefund[]
  links: PaidLink[]
  /** Starts nothing new. Resolves once everything that was started has ended. */
  end(): Promise<void>
}

/** Starts clients of a merchant: `buyers` charge saved cards, `payers` create links and pay them on their pages. */
export function startLoad(
  { shop, customers }: Merchant,
  random: Random,
  { buyers, payers }: { buyers: number; payers: number },
): Load {
  const purchases: Purchase[] = []
  const refunds: AskedRefund[] = []
  const links: PaidLink[] = []
  let isOver = false
  const amount = () => random.int(100, 9_999) / 100
  const buyOnce = async () => {
    const { id } = random.pick(customers)
    const purchase = await makePurchase(shop, id, amount())
    purchases.push(purchase)
    if (purchase.outcome !== 'paid' || !random.chance(REFUNDED)) return
    const [whole, half] = [purchase.amount, Math.floor(purchase.amount * 50) / 100]
    const parts = random.pick([[whole], [half, half], [whole, half], [half]])
    refunds.push(...(await refundPurchase(shop, id, purchase, parts)))
  }
  // One payer more than the link allows, at the same time.
  const payOnce = async () => {
    const maxUses = random.weighted([
      [1, 3],
      [2, 1],
    ])
    const body = { title: 'Tea', amount: amount(), max_uses: maxUses }
    const { id, url } = await callUntilSuccess(shop, 'link', 'POST', '/payment_links', body)
    const payer = (): Promise<PayerOutcome> => payByForm(shop, url, { card: random.weighted(TYPED_CARDS) })
    const outcomes = await Promise.all(Array.from({ length: maxUses + 1 }, payer))
    links.push({ id, maxUses, outcomes })
  }
  const done = Promise.all([
    repeat(buyers, () => isOver, random, PAUSE_MS, buyOnce),
    repeat(payers, () => isOver, random, PAUSE_MS, payOnce),
  ])
  // A client's error belongs to the load, whenever it occurs.
  done.catch(() => {})
  return {
    purchases,
    refunds,
    links,
    async end() {
      isOver = true
      await done
    },
  }
}

/** Returns the differences between the books, the bank and the clients of a load. */
export async function bookFaults(books: Client, { purchases, refunds, links }: Load): Promise<string[]> {
  return [
    ...(await bankFaults(books)),
    ...(await purchaseFaults(books, purchases)),
    ...(await refundFaults(books, await testBankRefunds(books), refunds)),
    ...(await linkFaults(books, links)),
    ...(await eventFaults(books)),
  ]
}

/** Resolves once no payment and no refund is pending; fails after three minutes. */
export async function untilFinal({ database }: Merchant): Promise<void> {
  const pending = async () => {
    const { count } = await database.as('checkout_system').query({
      text: `SELECT id FROM service.payment WHERE status = 'PENDING'
          UNION ALL SELECT id FROM service.refund WHERE status = 'PENDING'`,
    })
    return count
  }
  await expect.poll(pending, { timeout: PENDING_MS, interval: 250 }).toBe(0)
}
