import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '@/lib/contract/errors'
import { EVIDENCE_BYTES_MAX } from '@/lib/contract/limits'
import type { Database } from '@/lib/platform/database'
import type { DisputeEvidence, EvidenceAnswer, Processor } from '@/lib/service/processor/port'
import { ProcessorUnreachable } from '@/lib/service/processor/port'
import { createShop, type Shop } from '@/test/factories/create-shop'
import { openSimulatedClockDatabase } from '@/test/factories/simulated-clock-database'
import { getDispute } from './dispute-list'
import { recordDispute } from './record-dispute'
import { sendEvidence } from './send-evidence'
import { ACCOUNT_FILES_BYTES_MAX, storeDisputeFile, UPLOADS_MAX } from './store-file'
import { submitEvidence } from './submit-evidence'

const LEASE_MS = 30_000
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const NOON = new Date('2026-12-10T12:00:00Z')

describe('evidence of disputes', () => {
  let clock: Awaited<ReturnType<typeof openSimulatedClockDatabase>>
  let database: Database
  let shop: Shop
  let now = NOON

  beforeAll(async () => {
    clock = await openSimulatedClockDatabase(24)
    database = clock.database
    shop = await createShop({ database, now: () => now })
  })
  afterAll(() => clock.close())
  beforeEach(() => {
    now = NOON
  })

  let serial = 0
  /** Opens a dispute whose evidence is due in a week, and returns it with its payment. */
  const opened = async (of = shop) => {
    const result = await of.pay((await of.newLink()).id)
    if (result.kind !== 'attempted') throw new Error(result.kind)
    serial += 1
    const report = {
      disputeReference: `du_${serial}`,
      paymentReference: result.attempt.paymentId,
      amountMinor: 12_050,
      currency: 'USD',
      reason: 'NOT_RECEIVED' as const,
      status: 'NEEDS_RESPONSE' as const,
      evidenceDueAt: new Date(NOON.getTime() + 7 * 86_400_000),
      openedAt: NOON,
    }
    await recordDispute({ ...of.ctx, database }, report)
    const { rows } = await of.ctx.db.query<{ id: string }>({
      text: 'SELECT id FROM service.dispute WHERE processor_reference = $1',
      values: [report.disputeReference],
    })
    return { id: rows[0]?.id ?? '', report }
  }
  const close = (report: Awaited<ReturnType<typeof opened>>['report'], status: 'WON' | 'LOST') =>
    recordDispute({ ...shop.ctx, database }, { ...report, status })
  /** A processor that notes the evidence it gets, and answers as the test says. */
  const bankThat = (answer: (evidence: DisputeEvidence) => Promise<EvidenceAnswer>) => {
    const sent: DisputeEvidence[] = []
    const processor = {
      submitEvidence: (evidence: DisputeEvidence) => {
        sent.push(evidence)
        return answer(evidence)
      },
    } as unknown as Processor // The job makes no other call.
    return { sent, processor }
  }
  const send = async (processor: Processor) => {
    // The column rounds the instant of a submission, up to half a millisecond ahead of a clock that stands still.
    await passLease(1)
    return sendEvidence({ ...shop.ctx, database, processor, leaseMs: LEASE_MS, owner: randomUUID() })
  }
  const passLease = (ms = LEASE_MS + 1) =>
    database.as('checkout_system').query({
      text: `UPDATE simulation.clock SET at = at + $1 * interval '1 millisecond'`,
      values: [ms],
    })
  const codeOf = (refused: Promise<unknown>) =>
    refused.then(
      () => 'no error',
      (error) => (error instanceof ApiError ? fieldOf(error) : Promise.reject(error)),
    )
  const fieldOf = ({ code, details }: ApiError) => {
    const [field] = (details.fields ?? []) as { field: string; code: string }[]
    return field ? `${field.field} ${field.code}` : code
  }
  const eventsOf = async (paymentId: string) => {
    const { rows } = await shop.ctx.db.query<{ body: string }>({
      text: `SELECT body FROM service.event WHERE object_id = $1 AND kind LIKE 'payment.disput%' ORDER BY id`,
      values: [paymentId],
    })
    return rows.map(({ body }) => JSON.parse(body))
  }
  const statusOf = async (id: string) => (await getDispute(shop.ctx, id)).status
  const accepted = async (): Promise<EvidenceAnswer> => ({ outcome: 'accepted' })

  it('one of twenty submissions at once is stored, and the processor gets its text and file', async () => {
    const { id, report } = await opened()
    const file = await storeDisputeFile(shop.ctx, id, { name: 'receipt.png', content: PNG })
    expect(file).toMatchObject({ name: 'receipt.png', type: 'image/png', bytes: PNG.length })
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        codeOf(submitEvidence(shop.ctx, id, { text: `Delivered ${n}`, file_ids: [file.id, file.id] })),
      ),
    )
    expect(ends.filter((end) => end === 'no error')).toHaveLength(1)
    expect(new Set(ends)).toEqual(new Set(['no error', 'evidence_submitted']))
    const text = `Delivered ${ends.indexOf('no error')}`
    const { sent, processor } = bankThat(accepted)
    await Promise.all([send(processor), send(processor), send(processor)])
    await send(processor)
    const files = [{ id: file.id, name: 'receipt.png', type: 'image/png', content: PNG }]
    expect(sent).toEqual([{ disputeReference: report.disputeReference, text, files }])
    expect(await getDispute(shop.ctx, id)).toMatchObject({
      status: 'UNDER_REVIEW',
      evidence: { text, files: [file], submitted_at: NOON.toISOString() },
    })
  })

  it('evidence needs a text or a file of this dispute', async () => {
    const [{ id }, other] = [await opened(), await opened()]
    const foreign = await storeDisputeFile(shop.ctx, other.id, { name: 'x', content: PNG })
    expect(await codeOf(submitEvidence(shop.ctx, id, { text: '  ' }))).toBe('text required')
    for (const file of [foreign.id, 'dsf_nobody', 'a\0'])
      expect(await codeOf(submitEvidence(shop.ctx, id, { file_ids: [file] }))).toBe('file_ids unknown_file')
    const stranger = await createShop({ database, now: () => now })
    expect(await codeOf(submitEvidence(stranger.ctx, id, { text: 'x' }))).toBe('resource_not_found')
    expect(await statusOf(id)).toBe('NEEDS_RESPONSE')
  })

  it('evidence is refused after the deadline and after the decision', async () => {
    const [late, closed] = [await opened(), await opened()]
    await close(closed.report, 'LOST')
    expect(await codeOf(submitEvidence(shop.ctx, closed.id, { text: 'x' }))).toBe('dispute_closed')
    now = late.report.evidenceDueAt
    expect(await codeOf(submitEvidence(shop.ctx, late.id, { text: 'x' }))).toBe('dispute_closed')
    expect(await codeOf(storeDisputeFile(shop.ctx, late.id, { name: 'x', content: PNG }))).toBe(
      'dispute_closed',
    )
  })

  it('evidence of a process that died between the store and the send is sent by the next one', async () => {
    const { id } = await opened()
    await submitEvidence(shop.ctx, id, { text: 'Delivered' })
    const dead = bankThat(() => new Promise(() => {}))
    // Its time limit ends the call when the database may be closed.
    void send(dead.processor).catch(() => {})
    await expect.poll(() => dead.sent.length).toBe(1)
    const { sent, processor } = bankThat(accepted)
    expect(await send(processor)).toBe(0)
    await passLease()
    expect(await send(processor)).toBe(1)
    expect(sent).toHaveLength(1)
    await passLease()
    expect(await send(processor)).toBe(0)
  })

  it('an unanswered call is repeated after a growing wait until it is accepted', async () => {
    const { id } = await opened()
    await submitEvidence(shop.ctx, id, { text: 'Delivered' })
    let answer: () => Promise<EvidenceAnswer> = () => Promise.reject(new ProcessorUnreachable('lost'))
    const { sent, processor } = bankThat(() => answer())
    await send(processor)
    await passLease(1_001)
    await send(processor)
    await passLease(1_001)
    expect(await send(processor)).toBe(0)
    await passLease(1_001)
    answer = accepted
    await send(processor)
    expect(sent).toHaveLength(3)
    expect(await statusOf(id)).toBe('UNDER_REVIEW')
  })

  it('evidence that the processor refuses may be sent again, unless the dispute was closed meanwhile', async () => {
    const [open, closed] = [await opened(), await opened()]
    const refusing = bankThat(async () => ({ outcome: 'refused', code: 'file_unreadable' }))
    await submitEvidence(shop.ctx, open.id, { text: 'Delivered' })
    now = new Date(NOON.getTime() + 2_000)
    await send(refusing.processor)
    const refused = {
      status: 'NEEDS_RESPONSE',
      refusal_code: 'file_unreadable',
      refused_at: now.toISOString(),
    }
    expect(await getDispute(shop.ctx, open.id)).toMatchObject({ ...refused, evidence: null })
    const { rows } = await shop.ctx.db.query({
      text: `SELECT p.dispute_status FROM service.dispute d JOIN service.payment p ON p.id = d.payment_id WHERE d.id = $1`,
      values: [open.id],
    })
    expect(rows).toEqual([{ dispute_status: 'NEEDS_RESPONSE' }])
    const again = await submitEvidence(shop.ctx, open.id, { text: 'Delivered, again' })
    expect(again).not.toHaveProperty('refusal_code')
    expect(again).not.toHaveProperty('refused_at')
    const { sent, processor } = bankThat(accepted)
    await send(processor)
    expect(sent).toMatchObject([{ text: 'Delivered, again' }])

    await submitEvidence(shop.ctx, closed.id, { text: 'Delivered' })
    await send(
      bankThat(async () => {
        await close(closed.report, 'WON')
        return { outcome: 'refused', code: 'too_late' }
      }).processor,
    )
    expect(await statusOf(closed.id)).toBe('WON')
    const kinds = (await eventsOf(closed.report.paymentReference)).map(({ event }) => event)
    expect(kinds).toEqual(['payment.disputed', 'payment.dispute_closed'])
  })

  it('a refusal is an event with the dispute that needs a response again, and an acceptance is none', async () => {
    const { id, report } = await opened()
    now = new Date(NOON.getTime() + 1_000)
    await submitEvidence(shop.ctx, id, { text: 'Delivered' })
    now = new Date(NOON.getTime() + 2_000)
    await send(bankThat(async () => ({ outcome: 'refused', code: 'file_unreadable' })).processor)
    const dispute = { id, status: 'NEEDS_RESPONSE', evidence: null, refusal_code: 'file_unreadable' }
    const events = await eventsOf(report.paymentReference)
    expect(events).toMatchObject([
      { event: 'payment.disputed', data: { dispute: { id, status: 'NEEDS_RESPONSE' } } },
      { event: 'payment.disputed', created_at: now.toISOString(), data: { dispute, payment: { dispute } } },
    ])
    expect(events[0]?.data.dispute).not.toHaveProperty('refusal_code')
    await submitEvidence(shop.ctx, id, { text: 'Delivered, again' })
    await send(bankThat(accepted).processor)
    expect(await eventsOf(report.paymentReference)).toHaveLength(2)
  })

  it('the files of evidence have at most 4.5 MB together', async () => {
    const { id } = await opened()
    const half = Buffer.alloc(EVIDENCE_BYTES_MAX / 2)
    PNG.copy(half)
    const upload = async (content: Buffer) =>
      (await storeDisputeFile(shop.ctx, id, { name: 'x', content })).id
    const [one, two, three] = [await upload(half), await upload(half), await upload(PNG)]
    const submit = (...file_ids: string[]) => codeOf(submitEvidence(shop.ctx, id, { file_ids }))
    expect(await submit(one, two, three)).toBe('file_ids too_large')
    expect(await statusOf(id)).toBe('NEEDS_RESPONSE')
    expect(await submit(one, two)).toBe('no error')
  })

  it('files of an account that are uploaded at once never exceed its limit', async () => {
    const rival = await createShop({ database, now: () => now })
    const [{ id }, { id: otherId }, { id: foreignId }] = [await opened(), await opened(), await opened(rival)]
    await storeDisputeFile(shop.ctx, id, { name: 'x', content: PNG })
    const { rows } = await shop.ctx.db.query<{ bytes: string }>({
      text: 'SELECT sum(bytes) AS bytes FROM service.dispute_file',
    })
    const room = ACCOUNT_FILES_BYTES_MAX - Number(rows[0]?.bytes) - 3 * PNG.length
    await shop.ctx.db.query({
      text: `INSERT INTO service.dispute_file (account_id, id, dispute_id, name, type, bytes, content, created_at)
        VALUES ($1, 'dsf_large', $2, 'x', 'image/png', $3, '', $4)`,
      values: [shop.ctx.accountId, id, room, now],
    })
    const upload = (of: string, ctx = shop.ctx) =>
      codeOf(storeDisputeFile(ctx, of, { name: 'x', content: PNG }))
    const ends = await Promise.all(Array.from({ length: 8 }, (_, n) => upload(n % 2 ? id : otherId)))
    expect(ends.filter((end) => end === 'no error')).toHaveLength(3)
    expect(new Set(ends)).toEqual(new Set(['no error', 'file too_many_files']))
    expect(await upload(foreignId, rival.ctx)).toBe('no error')
    await database
      .as('checkout_system')
      .query({ text: `DELETE FROM service.dispute_file WHERE id = 'dsf_large'` })
  })

  it('a file is accepted by its content, and at most twelve at once', async () => {
    const { id } = await opened()
    const upload = (content: Buffer | 'too_large') =>
      codeOf(storeDisputeFile(shop.ctx, id, { name: 'x.pdf', content }))
    expect(await upload(Buffer.from('%PDF-1.7'))).toBe('no error')
    expect(await upload(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe('no error')
    for (const wrong of [Buffer.from('<html>%PDF-'), PNG.subarray(0, 7), Buffer.alloc(0)])
      expect(await upload(wrong)).toBe('file invalid_type')
    expect(await upload('too_large')).toBe('file too_large')
    const ends = await Promise.all(Array.from({ length: 20 }, () => upload(PNG)))
    expect(ends.filter((end) => end === 'no error')).toHaveLength(UPLOADS_MAX - 2)
    expect(await upload(PNG)).toBe('file too_many_files')
    expect(await codeOf(storeDisputeFile(shop.ctx, 'dsp\0', { name: 'x', content: PNG }))).toBe(
      'resource_not_found',
    )
  })
})
