import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { suspendAccount } from '@/lib/service/accounts/change-account'
import {
  changeTestBank,
  type Decision,
  decideChallenge,
  viewChallenge,
} from '@/lib/service/processor/test-bank-books'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { resumePayment } from './pay-link'
import { viewLink } from './view-link'

const CONFIRM_CARD = '4000002500003155'
const MINUTE_MS = 60_000

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url, 20)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

/** Creates a payment whose payer is at the bank's confirmation page. */
async function atTheBank(overrides: { max_uses?: number } = {}) {
  let time = new Date()
  const shop = await createShop({ database, now: () => time })
  const link = await shop.newLink({ max_uses: 1, ...overrides })
  const attempt = randomUUID()
  const sent = await shop.pay(link.id, CONFIRM_CARD, { attempt })
  if (sent.kind !== 'attempted' || !sent.attempt.confirm) throw new Error('was not sent to the bank')
  const { confirm, paymentId } = sent.attempt
  const challenge = confirm.url.split('/').at(-1) ?? ''
  return {
    shop,
    link,
    attempt,
    confirm,
    paymentId,
    challenge,
    says: (decision: Decision) => decideChallenge(database, challenge, decision, time),
    back: () => resumePayment(shop.deps, { linkId: link.id, attempt }),
    pass(ms: number) {
      time = new Date(time.getTime() + ms)
    },
  }
}

async function events(shop: Shop): Promise<string[]> {
  const { rows } = await shop.ctx.db.query<{ kind: string }>({ text: 'SELECT kind FROM service.event' })
  return rows.map(({ kind }) => kind).sort()
}

describe("a payment that the payer's bank wants confirmed", () => {
  test('a payment to confirm waits without a lease, with nothing reserved, for thirty minutes', async () => {
    const { shop, confirm, paymentId, challenge, link, attempt, pass, back } = await atTheBank()
    expect(confirm.url).toBe(`http://localhost:3000/test-bank/confirm/${challenge}`)
    expect(confirm.until.getTime() - shop.ctx.now().getTime()).toBe(30 * MINUTE_MS)
    expect(await shop.bank.lookup(paymentId)).toMatchObject({ status: 'CONFIRMING' })
    expect(await viewChallenge(database, challenge)).toEqual({
      state: 'open',
      amountMinor: 12_050,
      currency: 'USD',
      returnUrl: `http://localhost:3000/pay/${link.id}/return?attempt=${attempt}`,
    })
    pass(29 * MINUTE_MS)
    await shop.reconcile()
    expect(await back()).toMatchObject({ status: 'PENDING', confirm })
  })

  test('an attempt sent again by a reload, a second tab or the back button is the same payment at the same bank page', async () => {
    const { shop, link, attempt, confirm, paymentId } = await atTheBank()
    const again = await shop.pay(link.id, CONFIRM_CARD, { attempt })
    expect(again).toMatchObject({ kind: 'attempted', attempt: { paymentId, confirm } })
  })

  test('a payment approved at the bank is collected once when the payer returns', async () => {
    const { shop, says, back, paymentId } = await atTheBank()
    await says('approve')
    expect(await back()).toMatchObject({ status: 'APPROVED', paymentId, confirm: null })
    expect(await back()).toMatchObject({ status: 'APPROVED', paymentId })
    expect(await shop.bank.lookup(paymentId)).toMatchObject({ status: 'CAPTURED', amountMinor: 12_050 })
    expect(await events(shop)).toEqual(['payment.succeeded', 'payment_link.completed'])
  })

  test('a payment resumed by ten tabs at once is collected once', async () => {
    const { shop, says, back, paymentId } = await atTheBank()
    await says('approve')
    const seen = await Promise.all(Array.from({ length: 10 }, back))
    for (const view of seen) expect(['APPROVED', 'PENDING']).toContain(view?.status)
    expect(await back()).toMatchObject({ status: 'APPROVED', paymentId })
    expect(await events(shop)).toEqual(['payment.succeeded', 'payment_link.completed'])
  })

  test('a payment refused at the bank fails with its event, and the payer may try another card', async () => {
    const { shop, says, back, link } = await atTheBank()
    await says('refuse')
    expect(await back()).toMatchObject({ status: 'FAILED', declineCode: 'authentication_failed' })
    expect(await events(shop)).toEqual(['payment.failed'])
    expect(await shop.pay(link.id)).toMatchObject({ attempt: { status: 'APPROVED' } })
  })

  test('a payment resumed without a decision keeps waiting, until the same instant', async () => {
    const { back, pass, confirm, says } = await atTheBank()
    pass(10 * MINUTE_MS)
    expect(await back()).toMatchObject({ status: 'PENDING', confirm })
    await says('approve')
    expect(await back()).toMatchObject({ status: 'APPROVED' })
  })

  test('an abandoned payment ends TIMEOUT after thirty minutes, and a late decision moves nothing', async () => {
    const { shop, says, back, pass, paymentId, challenge } = await atTheBank()
    pass(30 * MINUTE_MS)
    expect(await back()).toMatchObject({ status: 'PENDING', confirm: null })
    await shop.reconcile()
    expect(await says('approve')).toMatchObject({ state: 'over' })
    expect(await back()).toMatchObject({ status: 'TIMEOUT' })
    expect(await shop.bank.lookup(paymentId)).toMatchObject({ status: 'TOMBSTONE' })
    expect(await events(shop)).toEqual([])
    expect(await viewChallenge(database, challenge)).toMatchObject({ state: 'over' })
  })

  test('a payment approved by a payer who never returns is voided after thirty minutes', async () => {
    const { shop, says, back, pass, paymentId } = await atTheBank()
    await says('approve')
    pass(30 * MINUTE_MS)
    await shop.reconcile()
    expect(await back()).toMatchObject({ status: 'VOIDED' })
    expect(await shop.bank.lookup(paymentId)).toMatchObject({ status: 'VOIDED' })
  })

  test('a payment approved after another payer took the last use is voided', async () => {
    const { shop, says, back, link } = await atTheBank()
    expect(await shop.pay(link.id)).toMatchObject({ attempt: { status: 'APPROVED' } })
    await says('approve')
    expect(await back()).toMatchObject({ status: 'VOIDED' })
  })

  test('an approved payment of an account suspended meanwhile is voided', async () => {
    const { shop, says, back, paymentId } = await atTheBank()
    await says('approve')
    const change = { accountId: shop.ctx.accountId, actor: { kind: 'operator' } } as const
    await suspendAccount(database.as('checkout_system'), change, shop.ctx.now())
    expect(await back()).toMatchObject({ status: 'VOIDED', paymentId })
    expect(await shop.bank.lookup(paymentId)).toMatchObject({ status: 'VOIDED' })
    expect(await events(shop)).toEqual([])
  })

  test('a payment approved at the bank is collected after an outage during the payer’s return', async () => {
    const { shop, says, back, confirm } = await atTheBank()
    await says('approve')
    await changeTestBank(database, { outage: true })
    expect(await back()).toMatchObject({ status: 'PENDING', confirm })
    await changeTestBank(database, { outage: false })
    await shop.reconcile()
    expect(await back()).toMatchObject({ status: 'APPROVED' })
    expect(await events(shop)).toEqual(['payment.succeeded', 'payment_link.completed'])
  })

  test('a payment approved at the bank is collected after the process died during the payer’s return', async () => {
    const { shop, link, attempt, says, back, confirm } = await atTheBank()
    await says('approve')
    const dead = new Promise<void>((resolve) => {
      const confirmed = () => {
        resolve()
        return new Promise<never>(() => {})
      }
      const processor = Object.assign(Object.create(shop.deps.processor), { confirmed })
      // A dead process reports nothing; this one goes on once the bank's time is over, perhaps after this file.
      resumePayment({ ...shop.deps, processor, leaseMs: 1 }, { linkId: link.id, attempt }).catch(() => {})
    })
    await dead
    const shown = () => viewLink(database, link.id, attempt, shop.ctx.now())
    await expect.poll(async () => (await shown())?.attempt?.confirm).toEqual(confirm)
    await shop.reconcile()
    expect(await back()).toMatchObject({ status: 'APPROVED' })
  })

  test('a payment cannot be resumed without its attempt', async () => {
    const { shop, link } = await atTheBank()
    expect(await resumePayment(shop.deps, { linkId: link.id, attempt: randomUUID() })).toBeNull()
    expect(await resumePayment(shop.deps, { linkId: 'pl_nobody', attempt: randomUUID() })).toBeNull()
    expect(await resumePayment(shop.deps, { linkId: '\0', attempt: '\0' })).toBeNull()
    expect(await viewChallenge(database, 'nobody')).toBeNull()
  })
})
