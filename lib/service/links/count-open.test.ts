import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { createShop, openTestPool } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { countOpen } from './count-open'
import { getLink } from './link-row'

// The shop's clock shows New York's time: five hours behind UTC in November.
const EVENING = new Date('2026-11-20T23:00:00-05:00')
const AFTER_MIDNIGHT = new Date('2026-11-21T00:30:00-05:00')

describe('an open of a link', () => {
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

  async function opened() {
    const shop = await createShop({ database })
    const link = await shop.newLink()
    return {
      shop,
      open: (browser: string, now: Date) => countOpen(database, { linkId: link.id, browser, now }),
      async stored() {
        const { open_count, last_opened_at } = await getLink(shop.ctx, link.id)
        return [open_count, last_opened_at]
      },
    }
  }

  it('an open counts once per browser and day of the account’s zone', async () => {
    const { open, stored } = await opened()
    expect(await stored()).toEqual([0, null])
    expect(await open('a', EVENING)).toBe(true)
    expect(await open('a', new Date(EVENING.getTime() + 60_000))).toBe(false)
    expect(await stored()).toEqual([1, EVENING.toISOString()])
    expect(await open('b', EVENING)).toBe(true)
    expect(await open('a', AFTER_MIDNIGHT)).toBe(true)
    expect(await stored()).toEqual([3, AFTER_MIDNIGHT.toISOString()])
  })

  it('an open sent twenty times at once counts once', async () => {
    const { open, stored } = await opened()
    const counted = await Promise.all(Array.from({ length: 20 }, () => open('a', EVENING)))
    expect(counted.filter(Boolean)).toHaveLength(1)
    expect(await stored()).toEqual([1, EVENING.toISOString()])
  })

  it('a stored open does not identify a browser, and is deleted after a day', async () => {
    const { shop, open } = await opened()
    for (const day of [1, 2, 3, 4, 5]) await open('a-secret', new Date(`2026-11-0${day}T12:00:00Z`))
    const { rows } = await shop.ctx.db.query<{ day: string; row: string }>({
      text: 'SELECT day::text, link_open::text AS row FROM service.link_open ORDER BY day',
    })
    expect(rows.map(({ day }) => day)).toEqual(['2026-11-04', '2026-11-05'])
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  it('an open of an unknown link is ignored', async () => {
    for (const linkId of ['pl_nobody', '\0'])
      expect(await countOpen(database, { linkId, browser: 'a', now: EVENING })).toBe(false)
  })
})
