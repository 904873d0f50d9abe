import { changeEndpointStatus } from './change-endpoint-status'
import type { EndpointContext, EndpointRow } from './endpoint-row'

/**
 * Stops sending to an endpoint: waiting deliveries and new events are recorded as skipped. Throws 404
 * `resource_not_found`.
 */
export function pauseEndpoint(ctx: EndpointContext, id: string): Promise<EndpointRow> {
  return changeEndpointStatus(ctx, id, 'PAUSED')
}
