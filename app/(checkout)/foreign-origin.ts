/** Whether a browser says that another site sent this form. Without the header it is no browser's form at all. */
export function isForeign(request: Request, webUrl: string): boolean {
  const origin = request.headers.get('origin')
  return origin !== null && origin !== new URL(webUrl).origin
}
