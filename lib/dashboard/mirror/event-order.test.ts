import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Dispute } from '@/lib/contract/dispute'
import { extensionEventKinds } from '@/lib/contract/event-kinds'
import type { Payment } from '@/lib/contract/payment'
import type { PaymentLink } from '@/lib/contract/payment-link'
import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import { Database, type Handle, type Queryable } from '@/lib/platform/database'
import { listen } from '@/lib/platform/listen'
import {
  aCustomer,
  aLink,
  aPayment,
  aRefund,
  aRefundedPayment,
  NOON,
  seedConnection,
} from '@/test/factories/dashboard'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { testLogins } from '@/test/test-logins'
import { applyEvent } from './apply-event'
import { serializeWrites } from './apply-rules'
import { assignSettlement, markMissing } from './fetch-object'
import type { MirrorNoun } from './shape'
import { writeObjects } from './write-objects'

let test_: TestDatabase
let database: Database<'dashboard'>
let connectionId: string
let db: Handle

beforeAll(async () => {
  test_ = await createTestDatabase()
  database = new Database({ url: { dashboard: testLogins(test_.url).dashboard }, max: 4 })
  connectionId = (await seedConnection(database)).connectionId
  db = database.as('checkout_dashboard', connectionId)
})
afterAll(async () => {
  await database.close()
  await test_.drop()
})

const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)
const RECEIVED = at(3600)

let counter = 0
const fresh = (prefix: string) => {
  counter += 1
  return `${prefix}_${counter}`
}

const event = (kind: string, object: Payment | PaymentLink, seconds: number, deliveryId: string, more = {}) =>
  applyEvent(db, {
    connectionId,
    deliveryId,
    envelope: {
      event: kind,
      created_at: at(seconds).toISOString(),
      data: { [object.object]: object },
      ...more,
    },
    body: '{}',
    sentAt: RECEIVED,
    now: RECEIVED,
  })

const answerOf = async (noun: MirrorNoun, raws: readonly unknown[], seconds: number) => {
  const scope = { connectionId, db, now: () => RECEIVED }
  const { written } = await writeObjects(scope, noun, { raws, at: at(seconds), source: 'list' })
  return written.map(({ outcome }) => outcome)
}
const answerOfPayment = (object: Payment, seconds: number) => answerOf('payments', [object], seconds)
const answerOfLink = (object: PaymentLink, seconds: number) => answerOf('links', [object], seconds)

interface Stored {
  status: string
  snapshot: Record<string, unknown>
  conflict_at: Date | null
}

async function stored(table: 'mirror_payment' | 'mirror_link', id: string): Promise<Stored | undefined> {
  const { rows } = await db.query<Stored>({
    text: `SELECT status, snapshot, conflict_at FROM dashboard.${table} WHERE id = $1`,
    values: [id],
  })
  return rows[0]
}

async function fetches(id: string): Promise<string[]> {
  const { rows } = await db.query<{ reason: string }>({
    text: 'SELECT reason FROM dashboard.object_fetch WHERE object_id = $1',
    values: [id],
  })
  return rows.map(({ reason }) => reason)
}

async function outcomes(id: string): Promise<string[]> {
  const { rows } = await db.query<{ outcome: string }>({
    text: 'SELECT outcome FROM dashboard.received_event WHERE object_id = $1 ORDER BY delivery_id',
    values: [id],
  })
  return rows.map(({ outcome }) => outcome)
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  )
}

describe('the mirror is correct after any order of reports', () => {
  /** A payment's actual history at the host: each step is reported by an event, by a response of the API, or by both. */
  const life = (id: string): Payment[] => [
    aPayment({ id, status: 'PENDING' }),
    aPayment({ id, status: 'APPROVED', authorization_code: 'A1' }),
    aPayment({ id, status: 'APPROVED', authorization_code: 'A1', settlement_id: 'set_1' }),
  ]
  type Step = { source: 'event' | 'answer'; version: number; seconds: number; delivery: string }

  const play = async (id: string, steps: readonly Step[]) => {
    for (const { source, version, seconds, delivery } of steps) {
      const object = life(id)[version] ?? aPayment({ id })
      if (source === 'event') await event('payment.succeeded', object, seconds, delivery)
      else await answerOfPayment(object, seconds)
    }
  }

  test('every permutation of a payment’s events and responses, each event sent twice, gives the last state', async () => {
    const steps = (id: string): Step[] => [
      { source: 'answer', version: 0, seconds: 0, delivery: '' },
      { source: 'event', version: 1, seconds: 10, delivery: `${id}-b` },
      { source: 'event', version: 1, seconds: 10, delivery: `${id}-b` },
      { source: 'answer', version: 1, seconds: 20, delivery: '' },
      { source: 'answer', version: 2, seconds: 30, delivery: '' },
    ]
    for (const order of permutations([0, 1, 2, 3, 4])) {
      const id = fresh('pay')
      const all = steps(id)
      await play(
        id,
        order.flatMap((index) => all[index] ?? []),
      )
      expect((await stored('mirror_payment', id))?.snapshot, order.join()).toEqual(life(id)[2])
    }
  })

  test('every permutation of a link’s event among the responses around it gives the last state', async () => {
    for (const order of permutations([0, 1, 2, 3])) {
      const id = fresh('pl')
      const reports = [
        () => answerOfLink(aLink({ id }), 0),
        () => answerOfLink(aLink({ id, paid_count: 1, max_uses: 2 }), 10),
        () =>
          event(
            'payment_link.completed',
            aLink({ id, paid_count: 2, max_uses: 2, status: 'COMPLETED' }),
            20,
            `${id}-a`,
          ),
        () =>
          event(
            'payment_link.completed',
            aLink({ id, paid_count: 2, max_uses: 2, status: 'COMPLETED' }),
            20,
            `${id}-a`,
          ),
      ]
      for (const index of order) await reports[index]?.()
      expect(await stored('mirror_link', id), order.join()).toMatchObject({
        status: 'COMPLETED',
        snapshot: { paid_count: 2 },
      })
    }
  })

  test('random histories keep the newest reported version, and a final state is never replaced', async () => {
    const step = fc.record({
      source: fc.constantFrom('event' as const, 'answer' as const),
      version: fc.integer({ min: 0, max: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        async (reported, luck) => {
          const id = fresh('pay')
          // At the host, time and versions move forward together; a version lasts ten seconds or more.
          const history = reported
            .toSorted((a, b) => a.version - b.version)
            .map((each, index) => ({ ...each, seconds: index * 10, delivery: `${id}-${index}` }))
          const sent = [...history, ...history.filter(({ source: by }) => by === 'event')]
            .map((each) => ({ each, key: luck.next().value ?? 0 }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ each }) => each)
          await play(id, sent)
          const newest = history.at(-1)
          expect((await stored('mirror_payment', id))?.snapshot).toEqual(life(id)[newest?.version ?? 0])
          expect(await outcomes(id)).toHaveLength(history.filter(({ source: by }) => by === 'event').length)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('ten copies of one delivery at once are one event', async () => {
    const id = fresh('pay')
    const copies = Array.from({ length: 10 }, () =>
      event('payment.succeeded', aPayment({ id, status: 'APPROVED' }), 1, id),
    )
    const results = await Promise.all(copies)
    expect(results.filter((outcome) => outcome === 'applied')).toHaveLength(1)
    expect(results.filter((outcome) => outcome === null)).toHaveLength(9)
  })
})

describe('two different finals', () => {
  test('of two final states the first one is kept and flagged, and the host’s response decides', async () => {
    const id = fresh('pay')
    await event('payment.succeeded', aPayment({ id, status: 'APPROVED' }), 10, `${id}-a`)
    expect(await event('payment.failed', aPayment({ id, status: 'FAILED' }), 20, `${id}-b`)).toBe('conflict')
    expect(await stored('mirror_payment', id)).toMatchObject({ status: 'APPROVED', conflict_at: RECEIVED })
    expect(await fetches(id)).toEqual(['conflict'])
    await answerOfPayment(aPayment({ id, status: 'FAILED' }), 100)
    expect(await stored('mirror_payment', id)).toMatchObject({ status: 'FAILED', conflict_at: null })
  })

  test('a cancelled link that an event reports as completed is flagged too', async () => {
    const id = fresh('pl')
    await answerOfLink(aLink({ id, status: 'CANCELLED' }), 10)
    await event('payment_link.completed', aLink({ id, status: 'COMPLETED' }), 20, id)
    expect(await stored('mirror_link', id)).toMatchObject({ status: 'CANCELLED', conflict_at: RECEIVED })
  })
})

describe('answers of the API', () => {
  test('a newer response replaces a final state from an event', async () => {
    const id = fresh('pay')
    await event('payment.succeeded', aPayment({ id, status: 'APPROVED' }), 10, id)
    await answerOfPayment(aPayment({ id, status: 'PENDING' }), 60)
    expect(await stored('mirror_payment', id)).toMatchObject({ status: 'PENDING' })
  })

  test('an older response that is less than five seconds apart changes nothing and is fetched again', async () => {
    const id = fresh('pay')
    await event('payment.succeeded', aPayment({ id, status: 'APPROVED' }), 10.7, id)
    const results = await answerOfPayment(aPayment({ id, status: 'PENDING' }), 9.9)
    expect(results).toEqual(['stale'])
    expect(await stored('mirror_payment', id)).toMatchObject({ status: 'APPROVED' })
    expect(await fetches(id)).toEqual(['close_call'])
  })

  test('a response that agrees causes no request', async () => {
    const id = fresh('pay')
    await event('payment.succeeded', aPayment({ id, status: 'APPROVED' }), 10, id)
    expect(await answerOfPayment(aPayment({ id, status: 'APPROVED' }), 11)).toEqual(['same'])
    expect(await fetches(id)).toEqual([])
  })

  test('an absent row counts as missing and a different one as wrong, but a field that only our hosts add as neither', async () => {
    const id = fresh('pl')
    expect(await answerOfLink(aLink({ id }), 0)).toEqual(['missing'])
    expect(await answerOfLink(aLink({ id, open_count: 4 }), 10)).toEqual(['same'])
    expect(await answerOfLink(aLink({ id, title: 'Lunch' }), 20)).toEqual(['wrong'])
  })

  test('a page that contains one object twice is accepted', async () => {
    const id = fresh('pay')
    const object = aPayment({ id })
    await answerOf('payments', [object, object], 0)
    expect(await stored('mirror_payment', id)).toMatchObject({ status: 'PENDING' })
  })
})

describe('refunds and disputes of a payment', () => {
  const approved = (id: string, more: Partial<Payment> = {}) => aPayment({ id, status: 'APPROVED', ...more })
  const refunded = (id: string) =>
    aRefundedPayment({ id }, [
      aRefund({ id: 'ref_3', status: 'FAILED', decline_code: 'declined', finished_at: at(40).toISOString() }),
      aRefund({ id: 'ref_2', amount: 1, finished_at: at(25).toISOString() }),
      aRefund({ amount: 4.5, finished_at: at(22).toISOString() }),
    ])
  const columnsOf = async (id: string) => {
    const { rows } = await db.query({
      text: `SELECT refunded_minor::integer, refund_times, refunded_at, dispute_status, dispute_due_at FROM dashboard.mirror_payment
        WHERE id = $1`,
      values: [id],
    })
    return rows[0]
  }
  const nothing = {
    refunded_minor: 0,
    refund_times: null,
    refunded_at: null,
    dispute_status: null,
    dispute_due_at: null,
  }
  const refund_times = { ref_1: at(22).toISOString(), ref_2: at(25).toISOString() }
  const given = { ...nothing, refunded_minor: 550, refund_times, refunded_at: at(25) }

  test.each(extensionEventKinds)('an event %s is applied as the payment that it contains', async (kind) => {
    const id = fresh('pay')
    await answerOfPayment(approved(id), 10)
    expect(await columnsOf(id)).toEqual(nothing)
    expect(await event(kind, refunded(id), 30, id)).toBe('applied')
    expect(await columnsOf(id)).toEqual(given)
  })

  test('an older event takes no refund away, and a newer one does', async () => {
    const id = fresh('pay')
    await answerOfPayment(refunded(id), 60)
    expect(await event('payment.refund_failed', approved(id), 30, `${id}-a`)).toBe('stale')
    expect(await columnsOf(id)).toEqual(given)
    expect(await event('payment.refund_failed', approved(id), 90, `${id}-b`)).toBe('applied')
    expect(await columnsOf(id)).toEqual(nothing)
  })

  test('an older response takes no refund of an event away', async () => {
    const id = fresh('pay')
    await event('payment.refunded', refunded(id), 60, id)
    expect(await answerOfPayment(approved(id), 30)).toEqual(['stale'])
    expect(await columnsOf(id)).toEqual(given)
  })

  test('a dispute is in its columns, and neither it nor a refund counts as drift', async () => {
    const id = fresh('pay')
    await answerOfPayment(approved(id), 10)
    const due = at(86_400)
    const dispute: Dispute = {
      object: 'dispute',
      id: 'dp_1',
      payment_id: id,
      amount: 5.5,
      fee_amount: 15,
      currency: 'USD',
      reason: 'FRAUDULENT',
      status: 'NEEDS_RESPONSE',
      evidence_due_at: due.toISOString(),
      evidence: null,
      created_at: at(20).toISOString(),
      closed_at: null,
    }
    expect(await answerOfPayment({ ...refunded(id), dispute }, 30)).toEqual(['same'])
    expect(await columnsOf(id)).toEqual({ ...given, dispute_status: 'NEEDS_RESPONSE', dispute_due_at: due })
  })
})

describe('events without effect', () => {
  test('a test event is recorded and not applied', async () => {
    const id = fresh('pay')
    const object = aPayment({ id, status: 'APPROVED' })
    expect(await event('payment.succeeded', object, 1, id, { test: true })).toBe('test')
    expect(await stored('mirror_payment', id)).toBeUndefined()
  })

  test('an unknown kind and an object that violates the contract are recorded and not applied', async () => {
    const id = fresh('pay')
    expect(await event('payment.audited', aPayment({ id }), 1, `${id}-a`)).toBe('recorded')
    // A faulty host sends a value that the type forbids.
    const broken = { ...aPayment({ id }), status: 'LOST' } as unknown as Payment
    expect(await event('payment.failed', broken, 1, `${id}-b`)).toBe('recorded')
    expect(await stored('mirror_payment', id)).toBeUndefined()
  })

  test('an object that only events reported is removed at the second 404, and its event is shown as a test', async () => {
    const id = fresh('pay')
    const missing = (seconds: number) =>
      markMissing(db, { connectionId, noun: 'payments', id, answeredAt: at(seconds) })
    await event('payment.succeeded', aPayment({ id, status: 'APPROVED' }), 10, id)
    expect(await missing(5)).toBe(false)
    expect(await missing(20)).toBe(true)
    expect(await missing(20)).toBe(false)
    expect(await stored('mirror_payment', id)).toBeDefined()
    expect(await outcomes(id)).toEqual(['applied'])
    expect(await missing(30)).toBe(true)
    expect(await stored('mirror_payment', id)).toBeUndefined()
    expect(await outcomes(id)).toEqual(['test'])
  })

  test('a confirmed object stays whenever the host answers 404, and is valid again once it is back', async () => {
    const id = fresh('pay')
    const object = aPayment({ id, status: 'APPROVED' })
    const isMissing = async () => {
      const { rows } = await db.query<{ missing: boolean }>({
        text: 'SELECT missing_at IS NOT NULL AS missing FROM dashboard.mirror_payment WHERE id = $1',
        values: [id],
      })
      return rows[0]?.missing
    }
    await answerOfPayment(object, 10)
    for (const seconds of [20, 30, 40])
      await markMissing(db, { connectionId, noun: 'payments', id, answeredAt: at(seconds) })
    expect(await isMissing()).toBe(true)
    await answerOfPayment(object, 50)
    expect(await isMissing()).toBe(false)
  })
})

test('events of many payments cause one fetch of their link', async () => {
  const linkId = fresh('pl')
  for (const id of [fresh('pay'), fresh('pay')]) {
    const payment_link = { id: linkId, title: 'Dinner', url: 'https://pay.example.test/x' }
    await event('payment.succeeded', aPayment({ id, status: 'APPROVED', payment_link }), 1, id)
  }
  expect(await fetches(linkId)).toEqual(['payment_of_link'])
})

test('unknown fields, NUL and lone surrogates of a host are harmless', async () => {
  const id = fresh('pay')
  const object = aPayment({
    id,
    status: 'APPROVED',
    payer: { name: 'A\0da \ud800', email: '' },
    loyalty: { points: 3 },
  })
  expect(await event('payment.succeeded', object, 1, id)).toBe('applied')
  expect((await stored('mirror_payment', id))?.snapshot).toMatchObject({
    payer: { name: 'Ada \ufffd' },
    loyalty: { points: 3 },
  })
})

test('an event dated in the future counts from the time of its signature', async () => {
  const id = fresh('pay')
  await applyEvent(db, {
    connectionId,
    deliveryId: fresh('d'),
    envelope: {
      event: 'customer.created',
      created_at: '9999-01-01T00:00:00.000Z',
      data: { customer: aCustomer({ id }) },
    },
    body: '{}',
    sentAt: at(10),
    now: RECEIVED,
  })
  const object = aCustomer({ id, name: 'Ada King' })
  await answerOf('customers', [object], 60)
  const { rows } = await db.query({
    text: 'SELECT name FROM dashboard.mirror_customer WHERE id = $1',
    values: [id],
  })
  expect(rows).toEqual([{ name: 'Ada King' }])
})

const someLockIsAwaited = () =>
  vi.waitFor(async () => {
    const { rows } = await db.query({
      text: `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()`,
    })
    expect(rows).not.toEqual([])
  })

test('responses with several objects are written in turn, so that none blocks a row of an earlier one', async () => {
  const [low, high] = [fresh('pay_a'), fresh('pay_b')]
  await answerOfPayment(aPayment({ id: high }), 0)
  const { done } = await serializeWrites(db, { connectionId, noun: 'payments', objects: 2 }, async (tx) => {
    const columns =
      'rank, seen_at, snapshot, status, amount_minor, currency, payer_name, payer_email, created_at'
    await tx.query({
      text: `INSERT INTO dashboard.mirror_payment (connection_id, id, ${columns})
        SELECT connection_id, $1, ${columns} FROM dashboard.mirror_payment WHERE id = $2`,
      values: [low, high],
    })
    const raws = [low, high].map((id) => aPayment({ id }))
    const done = answerOf('payments', raws, 10)
    await someLockIsAwaited()
    await tx.query({
      text: 'UPDATE dashboard.mirror_payment SET seen_at = $2 WHERE id = $1',
      values: [high, at(5)],
    })
    return { done }
  })
  expect(await done).toHaveLength(2)
})

describe('the settlement of a payment', () => {
  const settle = (id: string, seconds: number) =>
    assignSettlement({ connectionId, db }, { id: 'S1', paymentIds: [id], at: at(seconds) })
  const approved = (id: string, more: Partial<Payment> = {}) => aPayment({ id, status: 'APPROVED', ...more })
  const settlementOf = async (id: string) => {
    const { rows } = await db.query<{ settlement_id: string | null; shown: string | null; status: string }>({
      text: `SELECT settlement_id, snapshot ->> 'settlement_id' AS shown, status FROM dashboard.mirror_payment WHERE id = $1`,
      values: [id],
    })
    return rows[0]
  }
  const settled = { settlement_id: 'S1', shown: 'S1', status: 'APPROVED' }

  test('an older response removes a settlement in neither order, and its other changes are kept', async () => {
    const id = fresh('pay')
    await answerOfPayment(aPayment({ id, status: 'PENDING' }), 0)
    await settle(id, 30)
    await answerOfPayment(approved(id), 20)
    expect(await settlementOf(id)).toEqual(settled)
    const other = fresh('pay')
    await answerOfPayment(approved(other), 20)
    await settle(other, 30)
    expect(await settlementOf(other)).toEqual(settled)
  })

  test('an event removes a settlement in neither order, however late it is', async () => {
    const id = fresh('pay')
    await answerOfPayment(aPayment({ id, status: 'PENDING' }), 0)
    await settle(id, 30)
    await event('payment.succeeded', approved(id), 60, fresh('d'))
    expect(await settlementOf(id)).toEqual(settled)
    const other = fresh('pay')
    await event('payment.succeeded', approved(other), 60, fresh('d'))
    await settle(other, 30)
    expect(await settlementOf(other)).toEqual(settled)
  })

  test('a newer response without the settlement removes it in either order', async () => {
    const id = fresh('pay')
    await answerOfPayment(approved(id, { settlement_id: 'S1' }), 0)
    await settle(id, 30)
    await answerOfPayment(approved(id), 60)
    expect(await settlementOf(id)).toMatchObject({ settlement_id: null, shown: null })
    await settle(id, 30)
    expect(await settlementOf(id)).toMatchObject({ settlement_id: null, shown: null })
  })

  test('a settlement stored without its time outlasts older responses and events as well', async () => {
    const id = fresh('pay')
    await answerOfPayment(aPayment({ id, status: 'PENDING', settlement_id: 'S1' }), 30)
    await db.query({
      text: 'UPDATE dashboard.mirror_payment SET settled_at = NULL WHERE id = $1',
      values: [id],
    })
    await answerOfPayment(approved(id), 20)
    expect(await settlementOf(id)).toEqual(settled)
    await event('payment.succeeded', approved(id, { settlement_id: 'S0' }), 25, fresh('d'))
    expect(await settlementOf(id)).toEqual(settled)
    await answerOfPayment(approved(id), 60)
    expect(await settlementOf(id)).toMatchObject({ settlement_id: null, shown: null })
  })

  test('a repeated detail writes nothing and sends no notification', async () => {
    const id = fresh('pay')
    await answerOfPayment(approved(id), 0)
    const heard: string[] = []
    let isListening = () => {}
    const ready = new Promise<void>((resolve) => {
      isListening = resolve
    })
    const listener = listen({
      url: test_.url,
      channel: LIVE_CHANNEL,
      applicationName: 'test-settlement',
      onMessage: (message) => void heard.push(message),
      onConnect: () => isListening(),
    })
    await ready
    const version = async () =>
      (
        await db.query({
          text: 'SELECT xmin::text FROM dashboard.mirror_payment WHERE id = $1',
          values: [id],
        })
      ).rows
    await settle(id, 30)
    const first = await version()
    await settle(id, 60)
    expect(await version()).toEqual(first)
    await db.query({ text: `SELECT pg_notify($1, 'end')`, values: [LIVE_CHANNEL] })
    await vi.waitFor(() => expect(heard).toContain('end'))
    expect(heard).toEqual([changeMessage(connectionId, 'payments', null), 'end'])
    await listener.close()
  })

  test('a detail locks its payments in the same order as every other writer', async () => {
    const [low, high] = [fresh('pay_a'), fresh('pay_b')]
    await answerOfPayment(approved(high), 0)
    await answerOfPayment(approved(low), 0)
    const lock = (tx: Queryable, id: string) =>
      tx.query({ text: 'SELECT FROM dashboard.mirror_payment WHERE id = $1 FOR UPDATE', values: [id] })
    const { done } = await db.transaction(async (tx) => {
      await lock(tx, low)
      const done = assignSettlement({ connectionId, db }, { id: 'S1', paymentIds: [high, low], at: at(30) })
      await someLockIsAwaited()
      await lock(tx, high)
      return { done }
    })
    await done
    expect(await settlementOf(low)).toEqual(settled)
  })
})
