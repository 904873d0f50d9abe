import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy, PATH_HEADER, pageHeaders } from '@/lib/ui/page-headers'

const NONCE_BYTES = 16

/**
 * Adds the browser's defenses to every page. No permission depends on this file: a request that bypasses it meets the
 * same checks later.
 */
export function proxy(request: NextRequest) {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(NONCE_BYTES))))
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development')

  // Next reads the nonce from the request's policy and puts it on its own scripts.
  const requestHeaders = new Headers(request.headers)
  requestHeaders.set('content-security-policy', policy)
  requestHeaders.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search)
  const response = NextResponse.next({ request: { headers: requestHeaders } })
  for (const [name, value] of pageHeaders(policy)) response.headers.set(name, value)
  // Next prefers this header to the route's own, whose `no-transform` prevents compression of the stream.
  if (request.nextUrl.pathname.endsWith('/live')) response.headers.delete('cache-control')
  return response
}

export const config = {
  matcher: [
    '/((?!api/|api$|_next/static|_next/image|(?:icon[^/]*|apple-touch-icon|social)\\.(?:svg|png)$|robots\\.txt$|manifest\\.webmanifest$).*)',
  ],
}
