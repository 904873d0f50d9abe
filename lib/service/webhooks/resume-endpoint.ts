import { changeEndpointStatus } from './change-endpoint-status'
import type { EndpointContext, EndpointRow } from './endpoint-row'

/** Sends to a paused endpoint again, from the next event on. Throws 404 `resource_not_found`. */
export function resumeEndpoint(ctx: EndpointContext, id: string): Promise<EndpointRow> {
  return changeEndpointStatus(ctx, id, 'ACTIVE')
}
