import { beforeAll, expect, test } from 'vitest'
import type { PaymentStatus } from '@/lib/contract/states'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import { anAccount, aPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { foldPaymentDays } from './read-overview'

const { dashboard, host, ctx } = await connectedDashboard()
const { connectionId, db } = ctx

/** Zones far behind UTC and far ahead of it, and one that no database has. */
const ZONES = ['America/New_York', 'Pacific/Kiritimati', 'Mars/Phobos'] as const
const STATUSES: readonly PaymentStatus[] = ['PENDING', 'APPROVED', 'FAILED']
const CURRENCIES = ['USD', 'EUR']
const PAYMENTS = 40
const HOUR_MS = 3_600_000

let random = 7
/** Returns a number below `limit`, the same in each run. */
function pick(limit: number): number {
  random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
  return random % limit
}
const oneOf = <T>(list: readonly T[]): T => list[pick(list.length)] as T

let minutes = 0
/** Mirrors a response with a few payments, some new, some changed in any respect. */
async function mirrorSome(): Promise<void> {
  minutes += 1
  const raws = Array.from({ length: 1 + pick(6) }, () =>
    aPayment({
      id: `pay_${pick(PAYMENTS)}`,
      status: oneOf(STATUSES),
      currency: oneOf(CURRENCIES),
      amount: pick(50) === 0 ? 1e12 : pick(10_000) / 100,
      created_at: new Date(NOON.getTime() - pick(72) * HOUR_MS).toISOString(),
    }),
  )
  const at = new Date(NOON.getTime() + minutes * 60_000)
  await writeObjects({ connectionId, db, now: () => NOON }, 'payments', { raws, at, source: 'list' })
}

async function removeOne(): Promise<void> {
  await db.query({
    text: 'DELETE FROM dashboard.mirror_payment WHERE connection_id = $1 AND id = $2',
    values: [connectionId, `pay_${pick(PAYMENTS)}`],
  })
}

async function moveTo(timezone: string): Promise<void> {
  await db.query({
    text: 'UPDATE dashboard.connection SET account = $2 WHERE id = $1',
    values: [connectionId, JSON.stringify(anAccount({ timezone }))],
  })
}

const fold = () => foldPaymentDays(dashboard, { from: 1 })

/** Returns the days from the rollup and from the payments themselves. */
async function bothCounts() {
  const { rows } = await db.query<{ zone: string }>({
    text: 'SELECT day_zone AS zone FROM dashboard.connection WHERE id = $1',
    values: [connectionId],
  })
  const zone = rows[0]?.zone ?? ''
  const [rollup, direct] = await Promise.all([
    db.query({
      text: `SELECT day::text, status, currency, sum(payments)::int AS payments, sum(amount_minor)::text AS minor
        FROM dashboard.payment_day WHERE connection_id = $1 GROUP BY 1, 2, 3 HAVING sum(payments) <> 0 ORDER BY 1, 2, 3`,
      values: [connectionId],
    }),
    db.query({
      text: `SELECT (created_at AT TIME ZONE $2)::date::text AS day, status, currency, count(*)::int AS payments,
          sum(amount_minor)::text AS minor
        FROM dashboard.mirror_payment WHERE connection_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
      values: [connectionId, zone],
    }),
  ])
  return { zone, rollup: rollup.rows, direct: direct.rows }
}

beforeAll(async () => {
  host.payments = Array.from({ length: 5 }, (_, index) => aPayment({ id: `pay_${index}` }))
  await dashboard.importHistories()
})

test('the days add up to the payments after any concurrent changes, folds and zone changes', async () => {
  for (let round = 0; round < 12; round += 1) {
    const changes = Array.from({ length: 10 }, () => oneOf([mirrorSome, mirrorSome, removeOne, fold]))
    await Promise.all([...changes.map((change) => change()), moveTo(ZONES[round % ZONES.length] ?? 'UTC')])
    const { zone, rollup, direct } = await bothCounts()
    expect(rollup).toEqual(direct)
    expect(zone).toBe(['America/New_York', 'Pacific/Kiritimati', 'UTC'][round % ZONES.length])
  }
  expect((await bothCounts()).direct.length).toBeGreaterThan(5)
})

test('a fold leaves one row for each day, status and currency', async () => {
  await mirrorSome()
  await moveTo('UTC')
  await mirrorSome()
  await fold()
  const { rows } = await db.query<{ rows: number; groups: number }>({
    text: `SELECT count(*)::int AS rows, count(DISTINCT (day, status, currency))::int AS groups
      FROM dashboard.payment_day WHERE connection_id = $1`,
    values: [connectionId],
  })
  expect(rows[0]?.rows).toBe(rows[0]?.groups)
  expect(await fold()).toBe(0)
})

test('a removed connection leaves no days', async () => {
  const system = dashboard.database.as('checkout_dashboard_system')
  await system.query({ text: 'DELETE FROM dashboard.connection WHERE id = $1', values: [connectionId] })
  expect((await system.query({ text: 'SELECT 1 FROM dashboard.payment_day' })).count).toBe(0)
})
