import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventDetail, eventsPage } from '@/lib/own-account/reads'
import type { Database } from '@/lib/platform/database'
import type { PanelContext } from '@/lib/service/panel/panel'
import { openTestPool } from '@/test/factories/create-shop'
import { openMerchantPanel } from '@/test/factories/open-merchant-panel'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'

const START = new Date('2026-11-10T03:30:00.000Z')

let test: TestDatabase
let database: Database
let panel: PanelContext
let id: string

beforeAll(async () => {
  test = await createTestDatabase()
  database = openTestPool(test.url)
  const opened = await openMerchantPanel(database, { start: START, timezone: 'America/New_York' })
  panel = opened.panel
  await opened.harness.pay(2_500)
  const [event] = (await eventsPage(panel, { kind: 'payment.succeeded' })).data
  id = event?.id ?? ''
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

it('the list filters by days of the account’s time zone and reports the counts of the tabs', async () => {
  // 3:30 in UTC is the previous evening in New York.
  const day = { period: 'custom', from: '2026-11-09', to: '2026-11-09' } as const
  expect((await eventsPage(panel, day)).totals).toMatchObject({
    counts: { ALL: 1, real: 1, test: 0 },
    count: 1,
  })
  const next = { ...day, from: '2026-11-10', to: '2026-11-10' }
  expect((await eventsPage(panel, { ...next, status: 'real' })).data).toEqual([])
  expect(await eventsPage(panel, { ...next, q: id })).toMatchObject({ data: [{ id }], search: { as: 'id' } })
})

it('an owner sees the sent bytes, and a developer sees masked contacts', async () => {
  const { event } = await eventDetail(panel, { role: 'OWNER' }, id)
  expect(event).toMatchObject({ masked: false, body: expect.stringContaining('ana@example.com') })
  const masked = await eventDetail(panel, { role: 'DEVELOPER' }, id)
  expect(masked.event.masked).toBe(true)
  expect(masked.event.body).not.toContain('ana@example.com')
  await expect(eventDetail(panel, { role: 'OWNER' }, 'evt_none')).rejects.toMatchObject({
    code: 'resource_not_found',
  })
})
