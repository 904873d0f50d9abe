import { type EndpointContext, type EndpointRow, endpointColumns } from './endpoint-row'

/** Returns an account's endpoints, newest first, without deleted ones. */
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
