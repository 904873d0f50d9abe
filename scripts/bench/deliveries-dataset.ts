import { SIGNING_SECRET_PREFIX } from '@/lib/contract/headers'
import { newId } from '@/lib/contract/ids'
import { randomText } from '@/lib/platform/secrets'
import { secretAad } from '@/lib/service/webhooks/endpoint-row'
import { makeAccount } from '@/prisma/demo/seed-context'
import type { BenchContext } from './bench-context'
import { withClient } from './with-client'

/** Approximate size of a rendered payment. */
const BODY_BYTES = 900

/** Body of every queued event. */
export const eventBody = JSON.stringify({ event: 'payment.succeeded', pad: 'x'.repeat(BODY_BYTES) })

/**
 * Registers `perMerchant` endpoints for each of `merchants` new accounts, beyond the limit of merchants. Returns the
 * accounts.
 */
export async function createMerchants(
  { seedContext, keyring, database }: BenchContext,
  { merchants, perMerchant, url }: { merchants: number; perMerchant: number; url: string },
): Promise<string[]> {
  const system = database.as('checkout_system')
  const accountIds: string[] = []
  for (let merchant = 0; merchant < merchants; merchant += 1) {
    const { id: accountId } = await makeAccount(seedContext)
    accountIds.push(accountId)
    for (let endpoint = 0; endpoint < perMerchant; endpoint += 1) {
      const now = seedContext.now()
      const id = newId('we', now)
      const sealed = keyring.seal(SIGNING_SECRET_PREFIX + randomText(32), secretAad({ accountId, id }))
      await system.query({
        text: 'INSERT INTO service.webhook_endpoint (account_id, id, url, secret_sealed, created_at) VALUES ($1, $2, $3, $4, $5)',
        values: [accountId, id, url, sealed, now],
      })
    }
  }
  return accountIds
}

/** Queues `count` events for each endpoint of the accounts. */
export function queueEvents(
  bench: BenchContext,
  accountIds: readonly string[],
  count: number,
): Promise<void> {
  return withClient(bench.databaseUrl, async (client) => {
    await client.query(
      `WITH written AS (
          INSERT INTO service.event (account_id, id, kind, object_id, body, created_at)
          SELECT a.id, 'evt_' || replace(gen_random_uuid()::text, '-', ''), 'payment.succeeded', 'pay_bench', $3, now()
          FROM unnest($1::text[]) AS a (id) CROSS JOIN generate_series(1, $2::integer) RETURNING account_id, id
        )
        INSERT INTO service.delivery (account_id, id, event_id, endpoint_id, kind, object_id, next_attempt_at, created_at)
        SELECT w.account_id, 'whd_' || replace(gen_random_uuid()::text, '-', ''), w.id, e.id, 'payment.succeeded',
          'pay_bench', now(), now()
        FROM written w JOIN service.webhook_endpoint e ON e.account_id = w.account_id`,
      [accountIds, count, eventBody],
    )
    await client.query('ANALYZE service.delivery')
  })
}

/** Ends the deliveries that no round has sent. */
export function clearQueue(bench: BenchContext): Promise<void> {
  return withClient(bench.databaseUrl, (client) =>
    client.query(
      `UPDATE service.delivery d SET status = 'SKIPPED', finished_at = now()
        FROM (SELECT account_id, id FROM service.delivery WHERE status = 'PENDING' AND owner IS NULL
          FOR NO KEY UPDATE SKIP LOCKED) w
        WHERE d.account_id = w.account_id AND d.id = w.id`,
    ),
  )
}
