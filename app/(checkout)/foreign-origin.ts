/** Returns whether a form came from anywhere but a page of ours: every browser sends the origin of a POST. */
export function isForeign(request: Request, webUrl: string): boolean {
  return request.headers.get('origin') !== new URL(webUrl).origin
}
