import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import {
  type DisputeReport,
  FOR_ONE_PAYMENT,
  ProcessorUnreachable,
  withProcessorTimeout,
} from '@/lib/service/processor/port'
import { openTestPool } from '@/test/factories/create-shop'
import { type StripeDouble, startStripeDouble } from '@/test/stripe/double'
import { createMethod, STRIPE_CARDS } from '@/test/stripe/stripe-under-test'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { openStripe } from './stripe-api'
import { StripeProcessor } from './stripe-processor'

const SECRET = 'sk_test_hunter2'
const PDF = {
  id: 'file_1',
  name: 'Beleg "März".pdf',
  type: 'application/pdf' as const,
  content: Buffer.from('%PDF-1.7\n\xff', 'latin1'),
}
const PNG = {
  id: 'file_2',
  name: 'b.png',
  type: 'image/png' as const,
  content: Buffer.from([0x89, 0x50, 0x0d, 0x0a, 0]),
}

describe('disputes at Stripe', () => {
  let testDatabase: TestDatabase
  let database: Database
  let double: StripeDouble
  let processor: StripeProcessor
  let now = new Date('2026-11-20T12:00:00.000Z')
  let serial = 0

  beforeAll(async () => {
    testDatabase = await createTestDatabase({ tampered: true })
    database = openTestPool(testDatabase.url)
    double = await startStripeDouble({ secretKey: SECRET, now: () => now })
    processor = new StripeProcessor(database, { stripe: open(), now: () => now })
  })
  afterAll(async () => {
    await double.close()
    await database.close()
    await testDatabase.drop()
  })
  beforeEach(() => double.faults.clear())

  const open = () => openStripe({ STRIPE_SECRET_KEY: SECRET, STRIPE_API_BASE: double.url })

  /** Returns the reference of a captured payment of 10 USD, and the id of its intent. */
  async function pay(
    number = STRIPE_CARDS.approved.number,
  ): Promise<{ reference: string; intentId: string }> {
    serial += 1
    const reference = `pay_${serial}`
    const hostedId = await createMethod(open(), number)
    const card = await withProcessorTimeout((signal) =>
      processor.tokenize({ hostedId }, FOR_ONE_PAYMENT, signal),
    )
    if (card.outcome !== 'token') throw new Error(card.outcome)
    const request = {
      reference,
      token: card.token,
      amountMinor: 1_000,
      currency: 'USD',
      returnUrl: 'http://r.test',
    }
    await withProcessorTimeout((signal) => processor.authorize(request, signal))
    await withProcessorTimeout((signal) => processor.capture(reference, signal))
    const [booked] = double.books.byReference(reference)
    return { reference, intentId: booked?.id ?? '' }
  }

  async function reports(reference: string): Promise<DisputeReport[]> {
    const found: DisputeReport[] = []
    for await (const report of processor.disputesSince(new Date(now.getTime() - 1.5 * 86_400_000)))
      found.push(report)
    return found.filter(({ paymentReference }) => paymentReference === reference)
  }

  const submit = (disputeReference: string, text: string | null = 'It was delivered.', files = [PDF, PNG]) =>
    withProcessorTimeout((signal) => processor.submitEvidence({ disputeReference, text, files }, signal))
  const uploads = () =>
    double.books.requests.filter(({ path, status }) => path === '/v1/files' && status === 200)

  it('the dispute of a test card is reported with its amount, reason, deadline and time', async () => {
    const { reference } = await pay('4000000000000259')
    expect(await reports(reference)).toEqual([
      {
        disputeReference: expect.stringMatching(/^du_/),
        paymentReference: reference,
        amountMinor: 1_000,
        currency: 'USD',
        reason: 'FRAUDULENT',
        status: 'NEEDS_RESPONSE',
        evidenceDueAt: new Date('2026-11-29T12:00:00.000Z'),
        openedAt: now,
      },
    ])
  })

  it.each([
    ['needs_response', 'NEEDS_RESPONSE'],
    ['under_review', 'UNDER_REVIEW'],
    ['won', 'WON'],
    ['lost', 'LOST'],
  ])('a dispute that is %s at Stripe is %s', async (status, ours) => {
    const { reference, intentId } = await pay()
    double.openDispute(intentId, { status, amount: 400, reason: 'product_not_received', dueBy: 0 })
    expect(await reports(reference)).toMatchObject([
      { status: ours, amountMinor: 400, reason: 'NOT_RECEIVED', evidenceDueAt: null },
    ])
  })

  it.each([
    ['an inquiry', { status: 'warning_needs_response' }],
    ['a closed inquiry', { status: 'warning_closed' }],
    ['a prevented dispute', { status: 'prevented' }],
    ['an appeal', { status: 'appeal_needs_response' }],
    ['a status of next year', { status: 'toString' }],
    ['a dispute in another currency', { currency: 'eur' }],
    ['a dispute of more than was paid', { amount: 1_001 }],
  ])('%s is never a dispute of ours', async (_, given) => {
    const { reference, intentId } = await pay()
    double.openDispute(intentId, given)
    expect(await reports(reference)).toEqual([])
  })

  it.each([
    ['duplicate', 'DUPLICATE'],
    ['credit_not_processed', 'CREDIT_NOT_PROCESSED'],
    ['product_unacceptable', 'NOT_AS_DESCRIBED'],
    ['subscription_canceled', 'SUBSCRIPTION_CANCELED'],
    ['unrecognized', 'UNRECOGNIZED'],
    ['general', 'OTHER'],
    ['constructor', 'OTHER'],
  ])('the reason %s is %s', async (reason, ours) => {
    const { reference, intentId } = await pay()
    double.openDispute(intentId, { reason })
    expect(await reports(reference)).toMatchObject([{ reason: ours }])
  })

  it('disputes of another program on the account, of another day and beyond a page are not confused', async () => {
    const { reference, intentId } = await pay()
    const old = double.openDispute(intentId)
    now = new Date(now.getTime() + 2 * 86_400_000)
    const ofAnother = {
      amount: 500,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_createDispute',
      payment_method_types: ['card'],
    }
    const foreign = await open().paymentIntents.create(ofAnother)
    expect(double.books.intents().find(({ id }) => id === foreign.id)?.captures).toBe(1)
    const ids = Array.from({ length: 101 }, () => double.openDispute(intentId, { amount: 1 }))
    const found = (await reports(reference)).map(({ disputeReference }) => disputeReference)
    expect(found.toSorted()).toEqual(ids.toSorted())
    expect(found).not.toContain(old)
  })

  it('evidence is submitted with its text and the content of its files, once', async () => {
    const { reference, intentId } = await pay()
    const id = double.openDispute(intentId)
    expect(await submit(id)).toEqual({ outcome: 'accepted' })
    expect(await submit(id)).toEqual({ outcome: 'accepted' })
    now = new Date(now.getTime() + 25 * 3_600_000)
    expect(await submit(id)).toEqual({ outcome: 'accepted' })
    expect(double.dispute(id)).toMatchObject({
      status: 'under_review',
      evidence_details: { submission_count: 1 },
      evidence: { uncategorized_text: 'It was delivered.' },
    })
    expect(double.files(id)).toMatchObject([
      { name: PDF.name, type: PDF.type, size: PDF.content.length },
      { name: PNG.name, type: PNG.type, size: PNG.content.length },
    ])
    expect(await reports(reference)).toMatchObject([{ status: 'UNDER_REVIEW' }])
  })

  it('evidence may be files alone or a text alone', async () => {
    const { intentId } = await pay()
    const [ofFiles, ofText] = [double.openDispute(intentId), double.openDispute(intentId)]
    expect(await submit(ofFiles, null)).toEqual({ outcome: 'accepted' })
    expect(await submit(ofText, 'winning_evidence', [])).toEqual({ outcome: 'accepted' })
    expect(double.dispute(ofText)).toMatchObject({
      status: 'won',
      evidence: { uncategorized_text: 'winning_evidence' },
    })
  })

  it.each([
    ['that was prevented', { status: 'prevented' }, 'dispute_not_open'],
    ['past its deadline', { dueBy: 1 }, 'dispute_past_due'],
  ])('evidence for a dispute %s is refused, and nothing is uploaded', async (_, change, code) => {
    const { intentId } = await pay()
    const id = double.openDispute(intentId, change)
    const before = uploads().length
    expect(await submit(id)).toEqual({ outcome: 'refused', code })
    expect(uploads()).toHaveLength(before)
  })

  it.each(['under_review', 'won', 'lost'])(
    'evidence for a dispute that is %s at Stripe stays the dispute’s last step here, and nothing is sent',
    async (status) => {
      const { intentId } = await pay()
      const id = double.openDispute(intentId, { status })
      const before = uploads().length
      expect(await submit(id)).toEqual({ outcome: 'accepted' })
      expect(uploads()).toHaveLength(before)
      expect(double.dispute(id)).toMatchObject({ status, evidence_details: { submission_count: 0 } })
    },
  )

  it('evidence that Stripe refuses, as when the bank decides meanwhile, is refused with a code', async () => {
    const { intentId } = await pay()
    const id = double.openDispute(intentId)
    let decide = () => {}
    const until = new Promise<void>((resolve) => {
      decide = resolve
    })
    double.faults.next({ kind: 'slow', path: /\/v1\/disputes\//, until })
    const answer = submit(id)
    await expect.poll(() => double.faults.pending).toBe(0)
    double.changeDispute(id, { status: 'lost' })
    decide()
    expect(await answer).toEqual({ outcome: 'refused', code: 'evidence_refused' })
    const empty = { ...PDF, id: 'file_empty', content: Buffer.alloc(0) }
    expect(await submit(double.openDispute(intentId), null, [empty])).toMatchObject({ outcome: 'refused' })
  })

  it.each(['no_answer_before', 'no_answer_after', 'stored_500', 'stored_500_after', 'rate_limit'] as const)(
    'evidence with the fault %s at either step is submitted once by its repetitions, also within an hour',
    async (kind) => {
      const { intentId } = await pay()
      const id = double.openDispute(intentId)
      for (const path of [/\/v1\/files$/, /\/v1\/disputes\//]) {
        double.faults.next({ kind, path, times: 2 })
        const first = submit(id, 'hunter2', [{ ...PDF, id: `file_${kind}` }])
        await expect(first).rejects.toThrow(ProcessorUnreachable)
        await expect(first).rejects.not.toThrow('hunter2')
        double.faults.clear()
        if (kind.startsWith('stored')) now = new Date(now.getTime() + 3_600_000)
      }
      expect(await submit(id, 'hunter2', [{ ...PDF, id: `file_${kind}` }])).toEqual({ outcome: 'accepted' })
      expect(double.dispute(id)).toMatchObject({ evidence_details: { submission_count: 1 } })
    },
  )

  it('two submissions of the same evidence at once are one', async () => {
    const { intentId } = await pay()
    const id = double.openDispute(intentId)
    expect(await Promise.all([submit(id), submit(id)])).toEqual([
      { outcome: 'accepted' },
      { outcome: 'accepted' },
    ])
    expect(double.dispute(id)).toMatchObject({ evidence_details: { submission_count: 1 } })
  })

  it('evidence of a dispute that the account does not have is unknown, not refused', async () => {
    await expect(submit('du_of_another_account')).rejects.toThrow(ProcessorUnreachable)
  })
})
