import type { Handle } from '@/lib/platform/database'

/** Returns the account of an endpoint that is not deleted, or null. `db` is a handle of `checkout_system`. */
export async function findEndpointAccount(db: Handle, endpointId: string): Promise<string | null> {
  const { rows } = await db.query<{ account_id: string }>({
    text: `SELECT account_id FROM service.webhook_endpoint WHERE id = $1 AND status <> 'DELETED'`,
    values: [endpointId],
  })
  return rows[0]?.account_id ?? null
}
