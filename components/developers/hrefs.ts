/** Returns the page of a delivery. */
export function deliveryHref(id: string): string {
  return `/developers/deliveries/${encodeURIComponent(id)}`
}

/** Returns the page of a webhook endpoint. */
export function endpointHref(id: string): string {
  return `/developers/webhooks/${encodeURIComponent(id)}`
}

/** Returns the page of an event. */
export function eventHref({ id }: { id: string }): string {
  return `/developers/events/${encodeURIComponent(id)}`
}
