import { beforeEach, expect, test } from 'vitest'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Queryable } from '@/lib/platform/database'
import { aRefund, aRefundedPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { getRefunds } from './get-refunds'
import { type HostRefundResult, storeRefundResult } from './host-refund'
import { refundTable, refundTransitions } from './refund-row'
import { repeatRefunds, sendRefund } from './send-refund'
import { type RefundState, refundStates } from './shape'

type Context = typeof ctx

const { dashboard, host, ctx } = await connectedDashboard()
const id = 'rfd_1'
const problem = { status: 409, code: 'any', message: '', retry_after_s: null }
const finals = ['SUCCEEDED', 'FAILED', 'NOT_MADE']
const made = (status: 'SUCCEEDED' | 'FAILED'): HostRefundResult => ({
  ...{ kind: 'refund', requestId: null },
  refund: {
    ...{
      object: 'refund',
      id: 'R1',
      payment_id: 'P1',
      amount: 25,
      currency: 'USD',
      reason: 'OTHER',
      note: null,
      status,
    },
    ...{ decline_code: null, created_at: NOON.toISOString(), finished_at: null },
  },
})
const results = [
  ['SUCCEEDED', made('SUCCEEDED')],
  ['FAILED', made('FAILED')],
  ['PENDING', { kind: 'named', refundId: 'R1', problem, requestId: null }],
  ['NOT_MADE', { kind: 'not_made', problem, requestId: null }],
  ['DRAFT', { kind: 'refused', problem, requestId: null }],
  ['UNKNOWN', { kind: 'unknown', problem, requestId: null }],
] as const satisfies readonly (readonly [RefundState, HostRefundResult])[]

beforeEach(async () => {
  host.payments = [aRefundedPayment({ id: 'P1' }, [aRefund({ id: 'R0', status: 'FAILED' })])]
  await fetchObject(ctx, 'payments', 'P1')
})

/** Puts the refund into a state with everything that the table's CHECKs require. */
async function put(state: RefundState, owner: string | null) {
  await ctx.db.query({
    text: `INSERT INTO dashboard.refund (connection_id, id, payment_id, state, amount, amount_minor, currency, reason,
        idempotency_key, created_at, sent_at, finished_at, owner, lease_until, host_refund_id)
      VALUES ($1, $2, 'P1', $3, 25, 2500, 'USD', 'OTHER', 'key', $4, $4, $5, $6,
        CASE WHEN $6::text IS NOT NULL THEN '2000-01-01'::timestamptz END, $7)
      ON CONFLICT (connection_id, id) DO UPDATE SET state = $3, finished_at = $5, owner = $6,
        lease_until = EXCLUDED.lease_until, host_refund_id = $7`,
    values: [
      ...[ctx.connectionId, id, state, NOON, finals.includes(state) ? NOON : null],
      ...[state === 'SENDING' ? (owner ?? 'other') : owner, /PENDING|ED$/.test(state) ? 'R0' : null],
    ],
  })
}

/** Returns the state, and a mark of the row's version. */
async function stored() {
  const { rows } = await ctx.db.query<{ state: RefundState; version: string }>({
    text: 'SELECT state, ctid::text AS version FROM dashboard.refund WHERE id = $1',
    values: [id],
  })
  if (!rows[0]) throw new Error('the refund is not there')
  return rows[0]
}

/** Returns a context in which the refund gets into `from` when `statement` is about to run. */
function racing(statement: string, before: () => Promise<void>): Context {
  const { db } = ctx
  const watched = (tx: Queryable): Queryable => ({
    async query<Row extends object>(asked: Parameters<Queryable['query']>[0]) {
      if (asked.name === statement) await before()
      return tx.query<Row>(asked)
    },
  })
  return {
    ...ctx,
    db: { ...db, ...watched(db), transaction: (work) => db.transaction((tx) => work(watched(tx))) },
  }
}

/** Returns the state into which a statement moves a refund that is in `from` once it begins; null for none. */
async function moved(
  from: RefundState,
  {
    start,
    owner,
    statement,
    run,
  }: Pick<Act, 'statement' | 'run'> & { start: RefundState; owner: string | null },
) {
  await ctx.db.query({ text: 'DELETE FROM dashboard.refund' })
  await put(start, owner)
  let before = await stored()
  const context = racing(statement, async () => {
    await put(from, owner)
    before = await stored()
  })
  await run(context).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
  const after = await stored()
  return after.version === before.version ? null : after.state
}

type Act = {
  by: 'send' | 'response' | 'report'
  to: RefundState
  statement: string
  run: (ctx: Context) => Promise<unknown>
}
const acts: readonly Act[] = [
  {
    ...{ by: 'send', to: 'SENDING', statement: 'send-refund' },
    run: (context) => sendRefund(context, { id }, { role: 'OWNER', leaseMs: 0 }),
  },
  {
    ...{ by: 'report', to: 'FAILED', statement: 'fail-returned-refunds' },
    run: (context) => getRefunds(context, 'P1'),
  },
  ...results.map(([to, result]) => ({
    ...{ by: 'response' as const, to, statement: 'store-refund-answer' },
    run: async (context: Context) => storeRefundResult(context, await refundTable.known(ctx, id), result),
  })),
]

test.each(acts)('the statement for $by → $to moves the states of the table and no others', async (act) => {
  const start = act.by === 'send' ? 'DRAFT' : 'SENDING'
  const owner = act.by === 'send' ? null : 'me'
  for (const from of refundStates) {
    const to = refundTable.before(act.to, act.by).includes(from) ? act.to : null
    expect({ from, to: await moved(from, { ...act, start, owner }) }).toEqual({ from, to })
  }
})

test('a worker claims refunds in the states of the table and no others', async () => {
  for (const from of refundStates) {
    await ctx.db.query({ text: 'DELETE FROM dashboard.refund' })
    await put(from, 'other')
    const taken = await repeatRefunds(dashboard, { owner: 'worker', leaseMs: 0 })
    const to = (['UNKNOWN', 'PENDING'] as const).find((state) =>
      refundTable.before(state, 'repeat').includes(from),
    )
    expect({ from, taken, state: (await stored()).state }).toEqual({
      from,
      taken: to ? 1 : 0,
      state: to ?? from,
    })
  }
})

test('every move of the table belongs to a statement', () => {
  const tested = [...acts.map(({ by, to }) => `${by} ${to}`), 'repeat UNKNOWN', 'repeat PENDING']
  const listed = Object.entries(refundTransitions).flatMap(([by, moves]) =>
    Object.keys(moves).map((to) => `${by} ${to}`),
  )
  expect(listed.filter((move) => !tested.includes(move))).toEqual([])
})
