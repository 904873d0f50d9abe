import * as fs from 'node:fs'
import * as os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openStripe } from '@/lib/service/processor/stripe/stripe-api'
import { Random } from '@/prisma/demo/random'
import { type StripeDouble, startStripeDouble } from '@/test/stripe/double'
import { createMethod } from '@/test/stripe/stripe-under-test'
import type { ResponseCounts } from './chaos-clients'
import { deliveryFaults, eventFaults, linkFaults, purchaseFaults, refundFaults } from './checks'
import { type Deployment, startDeployment } from './deployment'
import { type Merchant, openMerchant } from './merchant'
import { startLoad, untilFinal } from './start-load'
import { stripeEnvironment } from './stripe-environment'

/** Kills of API and worker: `KILLS=100 npx vitest run test/chaos/stripe-kills.test.ts` (docs/processors.md). */
const KILLS = Number(process.env.KILLS ?? 0)
const SEED = Number(process.env.SEED ?? 1)
const PAUSE_MS = [800, 2_500] as const
const KILL_MS_MAX = 4_000
const DAY_MS = 86_400_000
const CALM_MS = 180_000
/** Share of our requests about payments that Stripe answers wrongly or not at all. */
const FAULTS = {
  rate: 0.05,
  path: /payment_intents|refunds/,
  kinds: ['no_answer_before', 'no_answer_after', 'stored_500_after', 'lock_timeout', 'slow'],
} as const
const SAVED_CARDS = [...Array.from({ length: 8 }, () => '4242424242424242'), '5555555555554444']

describe.skipIf(KILLS === 0)(`${KILLS} kills of API and worker in live mode`, () => {
  const responseCounts: ResponseCounts = new Map()
  const random = new Random(SEED)
  let double: StripeDouble
  let deployment: Deployment
  let merchant: Merchant

  beforeAll(async () => {
    double = await startStripeDouble({ secretKey: 'sk_live_double' })
    deployment = await startDeployment({
      count: { api: 2, worker: 2, web: 1 },
      env: stripeEnvironment(double),
    })
    const stripe = openStripe({ STRIPE_SECRET_KEY: double.secretKey, STRIPE_API_BASE: double.url })
    merchant = await openMerchant(deployment, responseCounts, SAVED_CARDS, async (number) => ({
      payment_method: await createMethod(stripe, number),
    }))
  }, 600_000)
  afterAll(async () => {
    await merchant?.close()
    await deployment?.stop()
    await double?.close()
  }, 120_000)

  test(
    'nothing is captured or refunded twice, nothing is lost, and the money is paid out by hand and reported',
    async () => {
      double.faults.random({ seed: SEED, ...FAULTS })
      const load = startLoad(merchant, random, { buyers: 4, payers: 2 })
      const victims = deployment.processes.filter(({ kind }) => kind !== 'web')
      for (let kills = 0; kills < KILLS; ) {
        await setTimeout(random.int(...PAUSE_MS))
        const victim = random.pick(victims)
        if (!victim.isRunning) continue
        victim.signal('SIGKILL')
        kills += 1
      }
      double.faults.clear()
      await load.end()
      await untilFinal(merchant)
      await payOut()

      const books = new Client({ connectionString: deployment.databaseUrl })
      await books.connect()
      onTestFinished(() => books.end())
      await merchant.database.as('checkout_system').query({
        text: `UPDATE service.delivery SET next_attempt_at = now() WHERE status = 'PENDING'`,
      })
      const faults = async () => [
        ...double.books.doubleCaptures().map((reference) => `${reference} was captured twice`),
        ...(await witnessFaults(books)),
        ...(await purchaseFaults(books, load.purchases)),
        ...(await refundFaults(books, double.books.refunds(), load.refunds)),
        ...(await linkFaults(books, load.links)),
        ...(await eventFaults(books)),
        ...(await deliveryFaults(books, merchant)),
        ...deployment.processes.flatMap(({ unexpected }) => unexpected),
      ]
      await expect.poll(faults, { timeout: CALM_MS, interval: 1_000 }).toEqual([])
      await deployment.operator('check')
      const intents = double.books.intents()
      console.table({
        kills: KILLS,
        purchases: load.purchases.length,
        links: load.links.length,
        refunds: load.refunds.length,
        'refunds at Stripe': double.books.refunds().length,
        intents: intents.length,
        captured: intents.filter(({ captures }) => captures === 1).length,
        'requests to Stripe': double.books.requests.length,
        'requests with a fault': double.books.requests.filter(({ fault }) => fault !== null).length,
      })
      console.table(Object.fromEntries([...responseCounts].toSorted()))
    },
    KILLS * KILL_MS_MAX + 3 * CALM_MS,
  )

  /** Settles as of the next day; a person exports the payouts, and enters what the bank's page shows. */
  async function payOut(): Promise<void> {
    const bankAccount = ['--name', 'Banco', '--holder', 'Casa Verde', '--number', '000123456789']
    await deployment.operator('account', 'bank', merchant.accountId, ...bankAccount)
    await deployment.operator('settle', '--until', new Date(Date.now() + DAY_MS).toISOString())
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'checkout-payouts-'))
    onTestFinished(() => fs.rmSync(folder, { recursive: true }))
    const settled = async (status: string) =>
      (
        await merchant.database.as('checkout_system').query<{ id: string }>({
          text: 'SELECT id FROM service.settlement WHERE status = $1',
          values: [status],
        })
      ).rows.map(({ id }) => id)
    const pending = await settled('PENDING')
    expect(pending).toHaveLength(1)
    const ordered = async () =>
      (
        await merchant.database
          .as('checkout_bank')
          .query({ text: `SELECT reference FROM manual_bank.payout WHERE status = 'ORDERED'` })
      ).count
    await expect.poll(ordered, { timeout: CALM_MS, interval: 250 }).toBe(1)
    await deployment.operator('payouts', 'export', '--dir', folder)
    expect(fs.readdirSync(folder)).toContainEqual(expect.stringMatching(/\.csv$/))
    await deployment.operator('payouts', 'paid', pending[0] ?? '', '--reference', 'BANK-1')
    await expect.poll(() => settled('PAID'), { timeout: CALM_MS, interval: 250 }).toEqual(pending)
  }

  /** Returns each difference between our payments and what moved at Stripe. */
  async function witnessFaults(books: Client): Promise<string[]> {
    const { rows } = await books.query<{ id: string; status: string; amount: number }>(
      'SELECT id, status, amount_minor AS amount FROM service.payment',
    )
    const ours = new Map(rows.map((row) => [row.id, row]))
    const moved = double.books.intents().filter(({ captures }) => captures > 0)
    const held = double.books.intents().filter(({ status }) => status === 'requires_capture')
    const taken = new Map(moved.map((intent) => [intent.reference, intent]))
    return [
      ...held.map(({ reference }) => `${reference} is still held`),
      ...moved.flatMap(({ reference, amountReceived }) => {
        const payment = ours.get(reference ?? '')
        const isRight = payment?.status === 'APPROVED' && payment.amount === amountReceived
        return isRight ? [] : [`${reference}: ${amountReceived} captured, ${payment?.status} here`]
      }),
      ...rows
        .filter(({ id, status }) => status === 'APPROVED' && !taken.has(id))
        .map(({ id }) => `${id} is APPROVED and was not captured`),
    ]
  }
})
