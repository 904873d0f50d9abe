import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { cancelLink } from '@/lib/service/links/cancel-link'
import type { Processor } from '@/lib/service/processor/port'
import { declineRule } from '@/lib/service/rate-limits/limit-payers'
import { createShop, openTestPool, payment, type Shop } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { type PayLinkResult, payLink } from './pay-link'

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

const statusOf = (result: PayLinkResult) =>
  result.kind === 'attempted' ? result.attempt.status : result.kind === 'refused' ? result.state : result.kind

async function read<Row extends object>(shop: Shop, text: string): Promise<Row[]> {
  return (await shop.ctx.db.query<Row>({ text })).rows
}

async function bankBooks(): Promise<Record<string, number>> {
  const { rows } = await database.as('checkout_bank').query<{ status: string; count: number }>({
    text: 'SELECT status, count(*) FROM test_bank.operation GROUP BY 1',
  })
  return Object.fromEntries(rows.map((row) => [row.status, row.count]))
}

describe('a payer pays a link', () => {
  test('a link at which a hundred cards were declined accepts no attempt for a while; another link does', async () => {
    const shop = await createShop({ database })
    const [tested, other] = [await shop.newLink(), await shop.newLink()]
    for (let round = 0; round < declineRule.burst / 10; round += 1)
      await Promise.all(Array.from({ length: 10 }, () => shop.pay(tested.id, '4000000000000002')))
    const refused = await shop.pay(tested.id)
    expect(refused).toMatchObject({ kind: 'too_many' })
    expect('waitS' in refused && refused.waitS).toBeLessThanOrEqual(1 / declineRule.rate)
    expect(statusOf(await shop.pay(other.id))).toBe('APPROVED')
    await database
      .as('checkout_system')
      .query({ text: `UPDATE limits.bucket SET refilled_at = refilled_at - interval '10 seconds'` })
    expect(statusOf(await shop.pay(tested.id))).toBe('APPROVED')
  })

  test('a payer’s e-mail that the browser sent in ASCII is stored in Unicode', async () => {
    const shop = await createShop({ database })
    const link = await shop.newLink()
    await shop.pay(link.id, undefined, { payerEmail: 'ana@xn--mnchen-3ya.example' })
    expect(await read(shop, 'SELECT payer_email FROM service.payment')).toEqual([
      { payer_email: 'ana@münchen.example' },
    ])
  })

  test('an approved payment is captured once, booked to the minor unit and reported by one event', async () => {
    const shop = await createShop({ database })
    const link = await shop.newLink()
    const result = await shop.pay(link.id)
    expect(statusOf(result)).toBe('APPROVED')
    expect(await read(shop, 'SELECT ledger, amount_minor FROM service.ledger_entry ORDER BY ledger')).toEqual(
      [
        { ledger: 'available', amount_minor: 12_050 - 379 },
        { ledger: 'clearing', amount_minor: -12_050 },
        { ledger: 'fees', amount_minor: 379 },
      ],
    )
    const events = await read<{ kind: string; body: string }>(shop, 'SELECT kind, body FROM service.event')
    expect(events.map((event) => event.kind)).toEqual(['payment.succeeded'])
    expect(JSON.parse(events[0]?.body ?? '').data.payment).toMatchObject({
      object: 'payment',
      amount: 120.5,
      status: 'APPROVED',
      fee_amount: 3.79,
      payer: { name: 'Ana Payer', email: 'ana@example.com' },
      card: { brand: 'visa', last4: '4242' },
    })
    const [row] = await read<{ id: string }>(shop, 'SELECT id FROM service.payment')
    expect(await shop.bank.lookup(row?.id ?? '')).toMatchObject({ status: 'CAPTURED', amountMinor: 12_050 })
  })

  test.each([
    ['4000000000000002', 'generic_decline'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000069', 'expired_card'],
    ['4100000000000019', 'fraudulent'],
    ['4000000000000408', 'processing_error'],
    ['4111111111111111', 'generic_decline'],
  ])(
    'card %s is declined with %s: FAILED, an event, no ledger row, and the link stays payable',
    async (card, code) => {
      const shop = await createShop({ database })
      const link = await shop.newLink({ max_uses: 1 })
      const result = await shop.pay(link.id, card)
      expect(result).toMatchObject({ kind: 'attempted', attempt: { status: 'FAILED', declineCode: code } })
      expect(await read(shop, 'SELECT 1 FROM service.ledger_entry')).toEqual([])
      expect(await read(shop, 'SELECT kind FROM service.event')).toEqual([{ kind: 'payment.failed' }])
      expect(statusOf(await shop.pay(link.id))).toBe('APPROVED')
    },
  )

  test('the last use completes the link, with its event, and the next payer is refused', async () => {
    const shop = await createShop({ database })
    const link = await shop.newLink({ max_uses: 2 })
    expect(statusOf(await shop.pay(link.id))).toBe('APPROVED')
    expect(statusOf(await shop.pay(link.id))).toBe('APPROVED')
    expect(statusOf(await shop.pay(link.id))).toBe('completed')
    expect(await read(shop, 'SELECT status, slots, paid_count FROM service.payment_link')).toEqual([
      { status: 'COMPLETED', slots: 2, paid_count: 2 },
    ])
    const kinds = await read<{ kind: string }>(shop, 'SELECT kind FROM service.event ORDER BY kind')
    expect(kinds.map(({ kind }) => kind)).toEqual(
      ['payment.succeeded', 'payment.succeeded', 'payment_link.completed'].sort(),
    )
  })

  test('one attempt sent twenty times at once authorizes once and gets the same response everywhere', async () => {
    const shop = await createShop({ database })
    const link = await shop.newLink()
    const attempt = randomUUID()
    await Promise.all(Array.from({ length: 20 }, () => shop.pay(link.id, undefined, { attempt })))
    expect(statusOf(await shop.pay(link.id, undefined, { attempt }))).toBe('APPROVED')
    expect(await read(shop, 'SELECT status FROM service.payment')).toEqual([{ status: 'APPROVED' }])
  })

  test('an attempt of another link is not shown', async () => {
    const shop = await createShop({ database })
    const [first, second] = [await shop.newLink(), await shop.newLink()]
    const attempt = randomUUID()
    await shop.pay(first.id, undefined, { attempt })
    expect(statusOf(await shop.pay(second.id, '4000000000000002', { attempt }))).toBe('FAILED')
  })

  test.each([
    ['4000000000000119', 'VOIDED'],
    ['4000000000000127', 'APPROVED'],
    ['4000000000000424', 'VOIDED'],
    ['4000000000000432', 'VOIDED'],
    ['4000000000000440', 'VOIDED'],
  ])(
    'a lost, late or missing response (card %s) stays PENDING for the payer, then the void decides: %s',
    async (card, final) => {
      const shop = await createShop({ database })
      const link = await shop.newLink({ max_uses: 1 })
      const attempt = randomUUID()
      const impatient = { ...shop.deps, processorTimeoutMs: 1_000 }
      expect(statusOf(await payLink(impatient, payment(link.id, card, { attempt })))).toBe('PENDING')
      expect(await shop.reconcile()).toEqual({ taken: 1, closed: 1 })
      expect(statusOf(await shop.pay(link.id, card, { attempt }))).toBe(final)
      const [key] = await read<{ answer_status: number; answer_body: string }>(
        shop,
        'SELECT answer_status, answer_body FROM service.idempotency_key',
      )
      expect(key?.answer_status).toBe(409)
      expect(JSON.parse(key?.answer_body ?? '').error.code).toBe('charge_unresolved')
      const [state] = await read<{ slots: number; paid_count: number }>(
        shop,
        'SELECT slots, paid_count FROM service.payment_link',
      )
      const uses = final === 'APPROVED' ? 1 : 0
      expect(state).toEqual({ slots: uses, paid_count: uses })
    },
  )
})

describe('races for a link', () => {
  test('one of fifty payers on a single-use link pays, the others are not charged, and nothing stays authorized', async () => {
    const shop = await createShop({ database })
    const link = await shop.newLink({ max_uses: 1 })
    const results = await Promise.all(Array.from({ length: 50 }, () => shop.pay(link.id)))
    const ends = results.map(statusOf)
    expect(ends.filter((end) => end === 'APPROVED')).toHaveLength(1)
    expect(ends.filter((end) => !['APPROVED', 'VOIDED', 'completed'].includes(end))).toEqual([])
    expect(await read(shop, 'SELECT status, slots, paid_count FROM service.payment_link')).toEqual([
      { status: 'COMPLETED', slots: 1, paid_count: 1 },
    ])
    expect((await bankBooks()).AUTHORIZED).toBeUndefined()
  })

  test('a link cancelled after the authorization does not charge the payer', async () => {
    const shop = await createShop({
      database,
      wrap: (bank) => withStep(bank, 'after authorize', () => cancel()),
    })
    const link = await shop.newLink()
    const cancel = () => cancelLink(shop.ctx, link.id)
    expect(statusOf(await shop.pay(link.id))).toBe('VOIDED')
    expect(await read(shop, 'SELECT 1 FROM service.event')).toEqual([])
  })

  test('a payment whose link is cancelled during the capture stands, and the link stays cancelled', async () => {
    const shop = await createShop({
      database,
      wrap: (bank) => withStep(bank, 'after capture', () => cancel()),
    })
    const link = await shop.newLink({ max_uses: 1 })
    const cancel = () => cancelLink(shop.ctx, link.id)
    expect(statusOf(await shop.pay(link.id))).toBe('APPROVED')
    expect(await read(shop, 'SELECT status, paid_count FROM service.payment_link')).toEqual([
      { status: 'CANCELLED', paid_count: 1 },
    ])
  })

  test('a link that expires after the authorization does not charge the payer', async () => {
    let time = new Date('2026-03-01T12:00:00Z')
    const shop = await createShop({
      database,
      now: () => time,
      wrap: (bank) =>
        withStep(bank, 'after authorize', async () => {
          time = new Date('2026-03-01T13:00:00Z')
        }),
    })
    const link = await shop.newLink({ expires_at: new Date('2026-03-01T12:30:00Z') })
    expect(statusOf(await shop.pay(link.id))).toBe('VOIDED')
    expect(statusOf(await shop.pay(link.id))).toBe('expired')
  })
})

describe('a process paused beyond its lease', () => {
  const steps = [
    ['before authorize', 'TIMEOUT'],
    ['after authorize', 'VOIDED'],
    ['before capture', 'VOIDED'],
    ['after capture', 'APPROVED'],
  ] as const

  test.each(steps)(
    'if the lease passes %s, the reconciler ends the payment as %s and the woken process moves nothing',
    async (step, final) => {
      // The lease is shorter than any step, so it has passed when the reconciler runs.
      const shop = await createShop({
        database,
        leaseMs: step === 'before capture' || step === 'after capture' ? 300 : 1,
        wrap: (bank) => withStep(bank, step, () => takenOver()),
      })
      const takenOver = async () => {
        for (;;) if ((await shop.reconcile()).closed === 1) return
      }
      const link = await shop.newLink({ max_uses: 1 })
      const attempt = randomUUID()
      await payLink(shop.deps, payment(link.id, undefined, { attempt }))
      expect(statusOf(await shop.pay(link.id, undefined, { attempt }))).toBe(final)
      const [key] = await read<{ answer_status: number }>(
        shop,
        'SELECT answer_status FROM service.idempotency_key',
      )
      expect(key?.answer_status).toBe(409)
      const uses = final === 'APPROVED' ? 1 : 0
      expect(await read(shop, 'SELECT slots, paid_count FROM service.payment_link')).toEqual([
        { slots: uses, paid_count: uses },
      ])
      expect(await read(shop, "SELECT 1 FROM service.event WHERE kind = 'payment.succeeded'")).toHaveLength(
        uses,
      )
      expect((await bankBooks()).AUTHORIZED).toBeUndefined()
    },
  )
})

type Step = 'before authorize' | 'after authorize' | 'before capture' | 'after capture'

/** Returns the bank with a hook at one step of each payment. */
function withStep(bank: Processor, step: Step, happen: () => Promise<unknown>): Processor {
  return {
    cardEntry: bank.cardEntry,
    tokenize: (...given) => bank.tokenize(...given),
    confirmed: (reference, signal) => bank.confirmed(reference, signal),
    void: (reference, signal) => bank.void(reference, signal),
    lookup: (reference, signal) => bank.lookup(reference, signal),
    submitEvidence: (...call) => bank.submitEvidence(...call),
    refund: (request, signal) => bank.refund(request, signal),
    async authorize(request, signal) {
      if (step === 'before authorize') await happen()
      const answer = await bank.authorize(request, signal)
      if (step === 'after authorize') await happen()
      return answer
    },
    async capture(reference, signal) {
      if (step === 'before capture') await happen()
      const answer = await bank.capture(reference, signal)
      if (step === 'after capture') await happen()
      return answer
    },
  }
}
