/** Returns whether a request's Origin is the app's own. Unlike Next, it refuses a request without one. */
export function isOwnOrigin(origin: string | null, webUrl: string): boolean {
  return origin !== null && origin === new URL(webUrl).origin
}
