import { recordAudit } from '@/lib/service/audit/record-audit'
import {
  type EndpointContext,
  type EndpointRow,
  endpointColumns,
  getEndpoint,
} from '@/lib/service/webhooks/endpoint-row'
import { type EndpointInput, readEndpointInput } from './endpoint-input'

/**
 * Changes address, description and kinds of an endpoint, from its next attempt and the next event on. Unchanged
 * settings are not audited. Throws 404 `resource_not_found` and 400 `invalid_parameters`.
 */
export async function updateEndpoint(
  ctx: EndpointContext,
  id: string,
  input: EndpointInput,
  rules: { testMode: boolean },
): Promise<EndpointRow> {
  const { accountId, actor, db } = ctx
  const { url, description, kinds } = readEndpointInput(input, rules)
  const now = ctx.now()
  const changed = await db.transaction(async (tx) => {
    const { rows } = await tx.query<EndpointRow>({
      text: `UPDATE service.webhook_endpoint SET url = $3, description = $4, kinds = $5
        WHERE account_id = $1 AND id = $2 AND status <> 'DELETED'
          AND (url, description, kinds) IS DISTINCT FROM ($3, $4, $5::text[]) RETURNING ${endpointColumns}`,
      values: [accountId, id, url.href, description, kinds],
    })
    if (!rows[0]) return null
    const details = { host: url.host, kinds }
    await recordAudit(tx, {
      accountId,
      actor,
      action: 'webhook_endpoint.updated',
      objectId: id,
      details,
      now,
    })
    return rows[0]
  })
  return changed ?? getEndpoint(ctx, id)
}
