/**
 * Returns true unless a form came from a page of this deployment: every browser sends the origin of a POST.
 */
export function isCrossOrigin(request: Request, webUrl: string): boolean {
  return request.headers.get('origin') !== new URL(webUrl).origin
}
