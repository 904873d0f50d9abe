import { beforeEach, expect, test } from 'vitest'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Queryable } from '@/lib/platform/database'
import { aCustomer, aPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { type ChargeTransitionCause, chargeTable, chargeTransitions } from './charge-row'
import { attachPayment, giveUpCase, releaseCharge } from './close-case'
import { repeatCharges, sendCharge } from './send-charge'
import { type ChargeState, type ChargeWay, chargeStates } from './shape'
import { linkInstead } from './start-charge'
import { type HostChargeResult, storeHostResult } from './store-host-result'

type Context = typeof ctx
/** One statement that moves charges, run for a charge that is in `start` until the statement begins. */
type Act = {
  by: ChargeTransitionCause
  to: ChargeState | readonly ChargeState[]
  statement: string
  start: ChargeState
  way?: ChargeWay
  run: (ctx: Context) => Promise<unknown>
}

const { dashboard, host, ctx } = await connectedDashboard()
const id = 'chg_1'
const leaseMs = 0
const problem = { status: 409, code: 'any', message: '', retry_after_s: null }
const decline = { code: 'generic_decline', message: '', advice: null, retryable: null }
const answered = { requestId: null, paymentId: null }
const answers = [
  ['PAID', { ...answered, kind: 'paid', paymentId: 'P1' }],
  ['LINKED', { ...answered, kind: 'linked', linkId: 'L1' }],
  ['DECLINED', { ...answered, kind: 'declined', decline }],
  ['UNRESOLVED', { ...answered, kind: 'unresolved', problem }],
  ['UNKNOWN', { ...answered, kind: 'unknown', problem }],
  ['DRAFT', { requestId: null, kind: 'refused', problem }],
] as const satisfies readonly (readonly [ChargeState, HostChargeResult])[]

const acts: readonly Act[] = [
  ...answers.map(([to, answer]) => ({
    by: 'response' as const,
    to,
    statement: 'store-charge-answer',
    start: 'SENDING' as const,
    way: to === 'LINKED' ? ('LINK' as const) : ('CARD' as const),
    run: async (racing: Context) => {
      const charge = await chargeTable.read(ctx.db, ctx.connectionId, id)
      return charge && storeHostResult(racing, charge, answer)
    },
  })),
  {
    by: 'send',
    to: 'SENDING',
    statement: 'send-charge',
    start: 'DRAFT',
    run: (racing) => sendCharge(racing, { id }, { leaseMs }),
  },
  {
    by: 'send',
    to: 'UNKNOWN',
    statement: 'send-charge',
    start: 'UNKNOWN',
    run: (racing) => sendCharge(racing, { id }, { leaseMs }),
  },
  {
    by: 'attach',
    to: 'PAID',
    statement: 'close-charge-attach',
    start: 'UNRESOLVED',
    run: (racing) => attachPayment(racing, { id, payment_id: 'P1' }),
  },
  {
    by: 'release',
    to: 'RELEASED',
    statement: 'close-charge-release',
    start: 'UNRESOLVED',
    run: (racing) => releaseCharge(racing, { id }),
  },
  {
    by: 'give_up',
    to: 'GIVEN_UP',
    statement: 'close-charge-give_up',
    start: 'UNRESOLVED',
    run: (racing) => giveUpCase({ ...racing, disconnectedAt: NOON }, { id }),
  },
  {
    by: 'link_instead',
    to: ['DISCARDED', 'DECLINED'],
    statement: 'discard-charge',
    start: 'DRAFT',
    run: (racing) => linkInstead(racing, { id }),
  },
]

beforeEach(async () => {
  dashboard.setNow(NOON)
  host.customers = [aCustomer({ id: 'ana' })]
  await fetchObject(ctx, 'customers', 'ana')
})

const ends: ReadonlySet<ChargeState> = new Set([
  'PAID',
  'LINKED',
  'DECLINED',
  'RELEASED',
  'GIVEN_UP',
  'DISCARDED',
])

/** Puts the charge into a state with everything that the table's CHECKs require. */
async function put(state: ChargeState, way: ChargeWay, owner: string | null) {
  await ctx.db.query({
    text: `INSERT INTO dashboard.charge AS c (connection_id, id, customer_id, way, state, amount, amount_minor, currency, idempotency_key,
        created_at, sent_at, finished_at, owner, lease_until, payment_id, link_id, closed_by, replaces)
      VALUES ($1, $2, 'ana', $3, $4, 25, 2500, 'USD', 'key', $5, $5, $6, $7, CASE WHEN $7::text IS NOT NULL THEN '2000-01-01'::timestamptz END, $8, $9, $10, 'chg_0')
      ON CONFLICT (connection_id, id) DO UPDATE SET way = $3, state = $4, finished_at = $6, owner = $7,
        lease_until = EXCLUDED.lease_until, payment_id = $8, link_id = $9, closed_by = $10`,
    values: [
      ...[ctx.connectionId, id, state === 'PAID' ? 'CARD' : state === 'LINKED' ? 'LINK' : way, state, NOON],
      ...[ends.has(state) ? NOON : null, state === 'SENDING' ? (owner ?? 'other') : owner],
      ...(state === 'PAID' ? ['P0', null, 'member'] : [null, state === 'LINKED' ? 'L0' : null, null]),
    ],
  })
}

/** Returns the state, and a mark of the row's version. */
async function stored() {
  const { rows } = await ctx.db.query<{ state: ChargeState; version: string }>({
    text: 'SELECT state, ctid::text AS version FROM dashboard.charge WHERE id = $1',
    values: [id],
  })
  if (!rows[0]) throw new Error('the charge is not there')
  return rows[0]
}

/** Returns a context that calls `before` when a statement is about to run. */
function racing(statement: string, before: () => Promise<void>): Context {
  const watched = (tx: Queryable): Queryable => ({
    async query<Row extends object>(asked: Parameters<Queryable['query']>[0]) {
      if (asked.name === statement) await before()
      return tx.query<Row>(asked)
    },
  })
  const { db } = ctx
  return {
    ...ctx,
    db: { ...db, ...watched(db), transaction: (work) => db.transaction((tx) => work(watched(tx))) },
  }
}

async function moved(act: Act, from: ChargeState) {
  await ctx.db.query({ text: 'DELETE FROM dashboard.charge' })
  const matched = act.by === 'attach'
  host.payments = matched ? [aPayment({ id: 'P1', status: 'APPROVED', amount: 25, customer_id: 'ana' })] : []
  const owner = act.by === 'response' ? 'me' : null
  await put(act.start, act.way ?? 'CARD', owner)
  let before = await stored()
  let runs = 0
  const context = racing(act.statement, async () => {
    runs += 1
    await put(from, act.way ?? 'CARD', owner)
    before = await stored()
  })
  await act.run(context).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
  expect(runs).toBe(1)
  const after = await stored()
  return after.version === before.version ? null : after.state
}

test.each(acts)('the statement for $by → $to moves the states of the table and no others', async (act) => {
  const targets = [act.to].flat()
  for (const from of chargeStates) {
    const to = targets.find((state) => chargeTable.before(state, act.by).includes(from)) ?? null
    expect({ from, to: await moved(act, from) }).toEqual({ from, to })
  }
})

test('a worker claims charges in the states of the table and no others', async () => {
  for (const from of chargeStates) {
    await ctx.db.query({ text: 'DELETE FROM dashboard.charge' })
    await put(from, 'CARD', 'other')
    const taken = await repeatCharges(dashboard, { owner: 'worker', leaseMs })
    expect({ from, taken }).toEqual({
      from,
      taken: chargeTable.before('UNKNOWN', 'repeat').includes(from) ? 1 : 0,
    })
  }
})

test('every move of the table belongs to a statement', () => {
  const tested = [
    ...acts.flatMap(({ by, to }) => [to].flat().map((state) => `${by} ${state}`)),
    'repeat UNKNOWN',
  ]
  const listed = Object.entries(chargeTransitions).flatMap(([by, moves]) =>
    Object.keys(moves).map((to) => `${by} ${to}`),
  )
  expect(listed.filter((move) => !tested.includes(move))).toEqual([])
})
