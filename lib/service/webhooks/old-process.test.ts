import { expect, it } from 'vitest'
import { deliveringAccount } from '@/test/fixtures/delivering-account'

const { clock, ctx, endpoint, system } = deliveringAccount()

it('an event that a process of the previous version records has a delivery with its kind and object', async () => {
  const { id } = await endpoint('http://localhost:4999/hook')
  const { accountId, db } = ctx()
  await db.query({
    text: `WITH written AS (
        INSERT INTO service.event (account_id, id, kind, object_id, body, created_at)
        VALUES ($1, 'evt_1', 'payment.succeeded', 'pay_1', '{}', $2) RETURNING account_id, id
      )
      INSERT INTO service.delivery (account_id, id, event_id, endpoint_id, status, next_attempt_at, created_at)
      SELECT w.account_id, 'whd_1', w.id, e.id, 'PENDING', $2, $2
      FROM written w JOIN service.webhook_endpoint e ON e.account_id = w.account_id`,
    values: [accountId, clock.now],
  })
  const { rows } = await system().query({
    text: 'SELECT endpoint_id, kind, object_id, automatic_attempts FROM service.delivery',
  })
  expect(rows).toEqual([
    { endpoint_id: id, kind: 'payment.succeeded', object_id: 'pay_1', automatic_attempts: 0 },
  ])
})
