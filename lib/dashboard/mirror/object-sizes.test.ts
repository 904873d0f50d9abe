import { expect, test } from 'vitest'
import { newId } from '@/lib/contract/ids'
import {
  EVIDENCE_FILE_NAME_MAX,
  EVIDENCE_TEXT_MAX,
  ID_TEXT_MAX,
  REFUND_NOTE_MAX,
  SHOWN_ADJUSTMENTS_MAX,
  SHOWN_REFUNDS_MAX,
} from '@/lib/contract/limits'
import { type Payment, paymentSchema } from '@/lib/contract/payment'
import { OBJECT_BYTES_MAX, SNAPSHOT_BYTES_MAX } from '@/lib/dashboard/client/bounded-json'
import { HostRefused, ResponseTooLarge } from '@/lib/dashboard/client/host-errors'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { receivedEvents } from '@/lib/dashboard/reads/read-object'
import { getSettlement } from '@/lib/dashboard/settlements/get-settlement'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { refreshAccount } from '@/lib/dashboard/sync/refresh-account'
import {
  aDispute,
  aDisputedPayment,
  anAccount,
  anAdjustment,
  aPayment,
  aRefund,
  aRefundedPayment,
  aSettlement,
  NOON,
} from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { applyEvent } from './apply-event'
import { writeObjects } from './write-objects'

const { dashboard, host, ctx } = await connectedDashboard()
const long = (length: number) => 'ab '.repeat(length / 3)
const named = (id: string, name: string) => ({ ...aPayment({ id }), payer: { name, email: '' } })
const write = (...raws: unknown[]) =>
  writeObjects(ctx, 'payments', { raws, at: dashboard.now(), source: 'list' })
const stored = async (id: string) =>
  (
    await ctx.db.query<{ bytes: number; columns: number }>({
      text: `SELECT octet_length(snapshot::text) AS bytes, octet_length(payer_name || search_text) AS columns
        FROM dashboard.mirror_payment WHERE id = $1`,
      values: [id],
    })
  ).rows

test('an object over the limit is quarantined with its size, although the contract allows its text', async () => {
  await write(named('huge', long(OBJECT_BYTES_MAX)), named('plain', 'Ada'))
  expect(await stored('huge')).toEqual([])
  expect(await stored('plain')).toHaveLength(1)
  const { newest } = (await mirrorHealth(ctx)).quarantine
  expect(newest).toMatchObject([{ id: 'huge', reason: expect.stringMatching(/2\d{5} bytes.* 262144/) }])
})

test('an object of an event over the limit is quarantined, too', async () => {
  const payment = named('event', long(OBJECT_BYTES_MAX))
  await applyEvent(ctx.db, {
    connectionId: ctx.connectionId,
    deliveryId: 'd-huge',
    envelope: { event: 'payment.succeeded', created_at: dashboard.now().toISOString(), data: { payment } },
    body: JSON.stringify({ data: { payment } }),
    sentAt: dashboard.now(),
    now: dashboard.now(),
  })
  expect(await stored('event')).toEqual([])
  const [event] = await receivedEvents(ctx, 'event')
  expect(event?.body.length).toBeLessThanOrEqual(SNAPSHOT_BYTES_MAX)
})

test('a page of the longest objects stays below its limit, whatever makes them long', async () => {
  const room = OBJECT_BYTES_MAX - 2_000
  await write(
    named('text', long(room)),
    { ...named('unknown', 'Ada'), extra: long(room) },
    { ...named('numbers', 'Ada'), extra: Array.from({ length: 600 }, () => 1e300) },
    { ...named('entries', 'Ada'), payer: { junk: long(room), name: 'Ada', email: 'ada@example.test' } },
    {
      ...named('keys', 'Ada'),
      ...Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at])),
    },
  )
  for (const id of ['text', 'unknown', 'numbers', 'entries', 'keys']) {
    const [row] = await stored(id)
    expect(row?.bytes, id).toBeLessThanOrEqual(SNAPSHOT_BYTES_MAX)
    expect(row?.columns, id).toBeLessThan(2_000)
  }
  const { data } = await listPayments(ctx, {}, { role: 'OWNER' })
  expect(data.find(({ id }) => id === 'entries')?.payer).toMatchObject({ name: 'Ada' })
  expect(JSON.stringify(data).length).toBeLessThan(data.length * SNAPSHOT_BYTES_MAX)
})

const fields = async (id: string) =>
  (
    await ctx.db.query<{
      dispute_status: string
      due: boolean
      times: number
      snapshot: Payment
      bytes: number
    }>({
      text: `SELECT dispute_status, dispute_due_at IS NOT NULL AS due, snapshot, octet_length(snapshot::text) AS bytes,
          (SELECT count(*)::int FROM jsonb_object_keys(refund_times)) AS times
        FROM dashboard.mirror_payment WHERE id = $1`,
      values: [id],
    })
  ).rows[0]
const file = { object: 'dispute_file', type: 'image/png', bytes: 9, created_at: NOON.toISOString() } as const
const files = ['a', 'b', 'c'].map((id) => ({ ...file, id, name: '证'.repeat(EVIDENCE_FILE_NAME_MAX) }))
const submitted_at = NOON.toISOString()

test('a payment with the longest evidence and notes keeps its dispute and its refunds', async () => {
  const refunds = Array.from({ length: SHOWN_REFUNDS_MAX }, (_, at) =>
    aRefund({ id: `ref_${at}`, note: '退'.repeat(REFUND_NOTE_MAX) }),
  )
  const evidence = { text: '😀'.repeat(EVIDENCE_TEXT_MAX), files, submitted_at }
  const dispute = aDispute({ status: 'UNDER_REVIEW', evidence })
  await write(
    aRefundedPayment({ id: 'both', dispute }, refunds),
    aRefundedPayment({ id: 'refunds' }, refunds),
    aDisputedPayment('dispute', { status: 'UNDER_REVIEW', evidence }),
  )
  const shown = { dispute_status: 'UNDER_REVIEW', due: true }
  expect(await fields('both')).toMatchObject({ ...shown, times: SHOWN_REFUNDS_MAX })
  expect(await fields('refunds')).toMatchObject({ times: SHOWN_REFUNDS_MAX })
  expect(await fields('dispute')).toMatchObject(shown)
  const { snapshot, bytes } = (await fields('both')) ?? {}
  expect(bytes).toBeLessThanOrEqual(SNAPSHOT_BYTES_MAX)
  expect(snapshot?.refunds?.map(({ id, note }) => [id, note?.at(-1)])).toEqual(
    refunds.map(({ id }) => [id, '…']),
  )
  expect(snapshot?.dispute?.evidence).toMatchObject({
    text: expect.stringMatching(/^(😀){119}…$/u),
    submitted_at,
    files,
  })
  expect(paymentSchema.parse(snapshot).dispute?.status).toBe('UNDER_REVIEW')
})

test('a payment whose refunds and dispute are too long even when cut is stored without them', async () => {
  const junk = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`k${at}`, '\u0001'.repeat(120)]))
  const refunds = Array.from({ length: 20 }, (_, at) => ({ ...aRefund({ id: `ref_${at}` }), ...junk }))
  await write(aRefundedPayment({ id: 'junk' }, refunds))
  expect((await fields('junk'))?.bytes).toBeLessThanOrEqual(SNAPSHOT_BYTES_MAX)
})

test('an object of ordinary size is stored as received, with unknown fields', async () => {
  await write({ ...named('whole', 'Ada'), extra: { deep: { deeper: long(9_000) } } })
  const { rows } = await ctx.db.query<{ extra: string }>({
    text: `SELECT snapshot #>> '{extra,deep,deeper}' AS extra FROM dashboard.mirror_payment WHERE id = 'whole'`,
  })
  expect(rows[0]?.extra).toHaveLength(9_000)
})

test('an object with an id that no address can contain is quarantined', async () => {
  const id = 'x'.repeat(300)
  await write(named(id, 'Ada'))
  expect(await stored(id)).toEqual([])
})

test('an account above its limit is refused and changes nothing', async () => {
  host.account = anAccount({ name: long(9_000) })
  await expect(refreshAccount(ctx)).rejects.toThrow(ResponseTooLarge)
  expect((await dashboard.reopen(ctx)).account.name).toBe('Café Aurora')
  host.account = anAccount()
})

test('the message and details of a refusal are cut before anything stores them', async () => {
  const details = { payment_id: 'pay_1', junk: long(99_000), more: { deep: long(99_000) } }
  const error = { type: 'card_error', code: 'card_declined', message: long(99_000), details }
  host.fault = () => ({ status: 402, body: { error } })
  const refused = await ctx.client.call('listPayments').catch((thrown: unknown) => thrown)
  host.fault = () => null
  expect(refused).toBeInstanceOf(HostRefused)
  expect(
    JSON.stringify({ ...(refused as HostRefused), message: (refused as Error).message }).length,
  ).toBeLessThan(2_000)
  expect(refused).toMatchObject({ details: { payment_id: 'pay_1' } })
})

test('a settlement keeps a hundred refunds of our service, and of a host with the longest ids loses only these', async () => {
  const settlement = (id: string, of: (at: number) => string) =>
    aSettlement({
      id,
      refund_amount: 550,
      adjustments: Array.from({ length: SHOWN_ADJUSTMENTS_MAX }, (_, at) =>
        anAdjustment({
          type: 'refund_reversal',
          id: of(at),
          payment_id: newId('pay', NOON),
          amount: 12_345_678.99,
        }),
      ),
    })
  const raws = [
    settlement('ours', () => newId('ref', NOON)),
    settlement('theirs', (at) => `${at}`.padEnd(ID_TEXT_MAX, 'x')),
  ]
  await writeObjects(ctx, 'settlements', { raws, at: dashboard.now(), source: 'list' })
  const shown = async (id: string) => (await getSettlement(ctx, id, { from: 'mirror' })).settlement
  expect((await shown('ours')).adjustments).toHaveLength(SHOWN_ADJUSTMENTS_MAX)
  expect(await shown('theirs')).toMatchObject({ net_amount: 116, refund_amount: 550, adjustments: [] })
})
