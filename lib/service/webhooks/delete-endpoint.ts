import { changeEndpointStatus } from './change-endpoint-status'
import type { EndpointContext, EndpointRow } from './endpoint-row'

/** Deletes an endpoint permanently; its deliveries stay readable. Throws 404 `resource_not_found`. */
export function deleteEndpoint(ctx: EndpointContext, id: string): Promise<EndpointRow> {
  return changeEndpointStatus(ctx, id, 'DELETED')
}
