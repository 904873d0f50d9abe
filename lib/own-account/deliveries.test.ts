import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDelivery, readSignedDelivery } from '@/lib/own-account/reads'
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
  const opened = await openMerchantPanel(database, { start: START, timezone: 'UTC' })
  panel = opened.panel
  const { accountId, db } = panel
  await db.query({
    text: `INSERT INTO service.webhook_endpoint (account_id, id, url, secret_sealed, created_at)
      VALUES ($1, 'we_1', 'https://shop.example/hook', 'x', $2)`,
    values: [accountId, START],
  })
  await opened.harness.pay(2_500)
  const { rows } = await db.query<{ id: string }>({
    text: `SELECT id FROM service.delivery WHERE account_id = $1 AND kind = 'payment.succeeded'`,
    values: [accountId],
  })
  id = rows[0]?.id ?? ''
  await db.query({
    text: `INSERT INTO service.delivery_attempt (account_id, delivery_id, number, attempted_at, duration_ms, answer_status,
        answer_head, answer_headers, signature)
      VALUES ($1, $2, 1, $3, 5, 200, 'stored ana@example.com', '{"x-payer":"ana@example.com"}', 't=1,v1=ab')`,
    values: [accountId, id, START],
  })
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

it('an owner sees the sent bytes and the response', async () => {
  const { masked, body, attempts } = await readDelivery(panel, { role: 'OWNER' }, id)
  expect(masked).toBe(false)
  expect(body).toContain('ana@example.com')
  expect(attempts).toMatchObject([{ answer_head: 'stored ana@example.com' }])
})

it('a developer sees no contact, neither in the body nor in a response that repeats it', async () => {
  const detail = await readDelivery(panel, { role: 'DEVELOPER' }, id)
  expect(detail).toMatchObject({ masked: true, attempts: [{ answer_status: 200, answer_head: null }] })
  expect(JSON.stringify(detail)).not.toContain('ana@example.com')
  await expect(readDelivery(panel, { role: 'OWNER' }, 'whd_none')).rejects.toMatchObject({
    code: 'resource_not_found',
  })
})

it('the debugger loads a signed attempt, with its body only for roles that may see it unmasked', async () => {
  const signed = await readSignedDelivery(panel, { role: 'OWNER' }, id)
  expect(signed).toMatchObject({ id, endpoint_id: 'we_1', attempt: 1, header: 't=1,v1=ab' })
  expect(signed?.body).toContain('ana@example.com')
  expect(await readSignedDelivery(panel, { role: 'DEVELOPER' }, id)).toMatchObject({
    header: 't=1,v1=ab',
    body: null,
  })
  expect(await readSignedDelivery(panel, { role: 'OWNER' }, 'whd_none')).toBeNull()
})
