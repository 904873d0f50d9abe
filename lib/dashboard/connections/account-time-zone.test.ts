import { expect, test } from 'vitest'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { paymentFilterSchema } from '@/lib/dashboard/payments/payment-filter'
import { readOverview } from '@/lib/dashboard/payments/read-overview'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { anAccount, aPayment } from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { csvOf } from '@/test/fixtures/csv-of'
import { startDashboard } from '@/test/fixtures/test-dashboard'

const dashboard = await startDashboard()
const host = await externalHost()

// `+05:00` is one zone to the runtime and its opposite to Postgres.
test.each(['Mars/Olympus', '', '+05:00'])(
  'an account in the zone %j is shown in UTC, with a notice',
  async (timezone) => {
    host.account = anAccount({ timezone })
    host.payments = [aPayment({ status: 'APPROVED', created_at: '2026-11-20T00:30:00.000Z' })]
    const ctx = await dashboard.owner(host, `owner-${timezone.length}@aurora.test`)
    await dashboard.importHistories()
    expect(ctx.account.timezone).toBe('UTC')
    expect(await mirrorHealth(ctx)).toMatchObject({ unknown_timezone: timezone })
    const { days } = await readOverview(ctx, 'OWNER')
    expect(days.at(-1)).toMatchObject({ day: '2026-11-20', amount: 120.5 })
    expect(
      (await listPayments(ctx, readQuery(paymentFilterSchema, { period: 'today' }), { role: 'OWNER' })).data,
    ).toHaveLength(1)
    expect(await csvOf(dashboard, ctx, 'payments')).toContain('2026-11-20 00:30:00')
  },
)

test('an account in a known zone is shown in that zone', async () => {
  host.account = anAccount({ timezone: 'Asia/Kolkata' })
  const ctx = await dashboard.owner(host, 'known@aurora.test')
  expect(ctx.account.timezone).toBe('Asia/Kolkata')
  expect(await mirrorHealth(ctx)).toMatchObject({ unknown_timezone: null })
})
