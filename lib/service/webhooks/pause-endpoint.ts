import { changeEndpointStatus } from './change-endpoint-status'
import type { EndpointContext, EndpointRow } from './endpoint-row'

/** Stops sending to an endpoint: what waits and what happens meanwhile is recorded as skipped. Throws 404 `resource_not_found`. */
export function pauseEndpoint(ctx: EndpointContext, id: string): Promise<EndpointRow> {
  return changeEndpointStatus(ctx, id, 'PAUSED')
}
