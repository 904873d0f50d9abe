/** Returns the address that takes a connection's events. `webUrl` has no slash at its end. */
export function receiverAddress(webUrl: string, connectionId: string): string {
  return `${webUrl}/api/webhooks/${connectionId}`
}
