/** Returns the page of an event. */
export function eventHref({ id }: { id: string }): string {
  return `/developers/events/${encodeURIComponent(id)}`
}
