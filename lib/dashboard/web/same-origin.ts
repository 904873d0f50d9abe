/** Whether a request's Origin is the app's own. Next lets a request without one through; we do not. */
export function isOwnOrigin(origin: string | null, webUrl: string): boolean {
  return origin !== null && origin === new URL(webUrl).origin
}
