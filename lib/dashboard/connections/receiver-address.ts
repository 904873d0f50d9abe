/** Returns the URL that receives a connection's events. `webUrl` has no trailing slash. */
export function receiverAddress(webUrl: string, connectionId: string): string {
  return `${webUrl}/api/webhooks/${connectionId}`
}
