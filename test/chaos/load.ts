import type { Client } from 'pg'
import { expect } from 'vitest'
import type { Random } from '@/prisma/demo/random'
import { bankFaults, eventFaults, linkFaults, type PaidLink, purchaseFaults } from './checks'
import { buy, insist, type PayerOutcome, type Purchase, payByForm, repeat } from './clients'
import type { Merchant } from './merchant'

const PAUSE_MS = [50, 400] as const
const PENDING_MS = 180_000
const TYPED_CARDS = [
  ['4242424242424242', 12],
  ['4000000000000002', 2],
  ['4000000000000119', 1],
  ['4000000000000127', 1],
] as const

/** Purchases by saved card and payments of links, one after another, until `end`. */
export interface Load {
  purchases: Purchase[]
  links: PaidLink[]
  /** Begins nothing new. Resolves once all that was begun has ended. */
  end(): Promise<void>
}

/** Starts clients of a merchant: `buyers` charge saved cards, `payers` make links and pay them at their pages. */
export function startLoad(
  { shop, customers }: Merchant,
  random: Random,
  { buyers, payers }: { buyers: number; payers: number },
): Load {
  const purchases: Purchase[] = []
  const links: PaidLink[] = []
  let isOver = false
  const amount = () => random.int(100, 9_999) / 100
  const buyOnce = async () => {
    purchases.push(await buy(shop, random.pick(customers).id, amount()))
  }
  /** One payer more than the link takes, at once. */
  const payOnce = async () => {
    const maxUses = random.weighted([
      [1, 3],
      [2, 1],
    ])
    const body = { title: 'Tea', amount: amount(), max_uses: maxUses }
    const { id, url } = await insist(shop, 'link', 'POST', '/payment_links', body)
    const payer = (): Promise<PayerOutcome> => payByForm(shop, url, { card: random.weighted(TYPED_CARDS) })
    const outcomes = await Promise.all(Array.from({ length: maxUses + 1 }, payer))
    links.push({ id, maxUses, outcomes })
  }
  const done = Promise.all([
    repeat(buyers, () => isOver, random, PAUSE_MS, buyOnce),
    repeat(payers, () => isOver, random, PAUSE_MS, payOnce),
  ])
  // A client's complaint is the load's, whenever it comes.
  done.catch(() => {})
  return {
    purchases,
    links,
    async end() {
      isOver = true
      await done
    },
  }
}

/** Returns what the books, the bank and the clients of a load do not agree about. */
export async function bookFaults(books: Client, { purchases, links }: Load): Promise<string[]> {
  return [
    ...(await bankFaults(books)),
    ...(await purchaseFaults(books, purchases)),
    ...(await linkFaults(books, links)),
    ...(await eventFaults(books)),
  ]
}

/** Resolves once no payment is pending; fails after three minutes. */
export async function untilFinal({ database }: Merchant): Promise<void> {
  const pending = async () => {
    const { count } = await database
      .as('checkout_system')
      .query({ text: `SELECT id FROM service.payment WHERE status = 'PENDING'` })
    return count
  }
  await expect.poll(pending, { timeout: PENDING_MS, interval: 250 }).toBe(0)
}
