import { type EndpointContext, type EndpointRow, endpointColumns } from './endpoint-row'

/** An account's endpoints, the newest first; deleted ones are left out. */
export async function listEndpoints({
  db,
  accountId,
}: Pick<EndpointContext, 'db' | 'accountId'>): Promise<EndpointRow[]> {
  const { rows } = await db.query<EndpointRow>({
    text: `SELECT ${endpointColumns} FROM service.webhook_endpoint
      WHERE account_id = $1 AND status <> 'DELETED' ORDER BY created_at DESC, id DESC`,
    values: [accountId],
  })
  return rows
}
