import { type NextRequest, NextResponse } from 'next/server'
import { isLanguage, LANGUAGE_COOKIE, LANGUAGE_PARAMETER } from '@/lib/domain/languages'
import { hostedFieldsOf } from '@/lib/ui/hosted-fields'
import { contentSecurityPolicy, PATH_HEADER, PAYER_PAGES, pageHeaders } from '@/lib/ui/page-headers'

const NONCE_BYTES = 16
/** Pages that take a card: the policy opens for the processor's fields there alone. */
const PAGES_WITH_CARD = /^\/(pay|join)\//
/** Time for which a browser keeps the language that a payer chose. */
const LANGUAGE_MAX_AGE_S = 30 * 86_400

/**
 * Adds the browser's defenses to every page. No permission depends on this file: a request that bypasses it meets the
 * same checks later.
 */
export function proxy(request: NextRequest) {
  const payerPath = correctedPayerPath(request.nextUrl.pathname)
  // Next sends the part of the address after its origin, so that no Host header leads elsewhere.
  if (payerPath) return NextResponse.redirect(new URL(payerPath + request.nextUrl.search, request.nextUrl))

  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(NONCE_BYTES))))
  const { PROCESSOR, STRIPE_PUBLISHABLE_KEY, STRIPE_JS_URL } = process.env
  const takesCard = PAGES_WITH_CARD.test(request.nextUrl.pathname)
  const hosted = takesCard ? hostedFieldsOf({ PROCESSOR, STRIPE_PUBLISHABLE_KEY, STRIPE_JS_URL }) : null
  const development = process.env.NODE_ENV === 'development'
  const policy = contentSecurityPolicy(nonce, { development, hosted })

  // Next reads the nonce from the request's policy and puts it on its own scripts.
  const requestHeaders = new Headers(request.headers)
  requestHeaders.set('content-security-policy', policy)
  requestHeaders.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search)
  const response = NextResponse.next({ request: { headers: requestHeaders } })
  for (const [name, value] of pageHeaders(policy, hosted)) response.headers.set(name, value)
  if (PAYER_PAGES.test(request.nextUrl.pathname)) keepLanguage(request, response)
  // Next prefers this header to the route's own, whose `no-transform` prevents compression of the stream.
  if (request.nextUrl.pathname.endsWith('/live')) response.headers.delete('cache-control')
  return response
}

/** Keeps the language of the address in a cookie, for the pages that follow. */
function keepLanguage(request: NextRequest, response: NextResponse): void {
  const asked = request.nextUrl.searchParams.get(LANGUAGE_PARAMETER)
  if (asked === null || !isLanguage(asked)) return
  response.cookies.set(LANGUAGE_COOKIE, asked, {
    maxAge: LANGUAGE_MAX_AGE_S,
    sameSite: 'lax',
    httpOnly: true,
  })
}

/**
 * Returns the path of a payer's page without what a message around the link has added to its end (`.`, `)`, a quote, a
 * space), percent-encoded or not; null if nothing was added. No id and no slug ends in such a character.
 */
function correctedPayerPath(path: string): string | null {
  const [, page, segment = ''] = /^\/(pay|receipt|join)\/([^/]+)$/.exec(path) ?? []
  const id = decoded(segment)
  const clean = id.replace(/[^\p{L}\p{M}\p{N}]+$/u, '')
  return clean === '' || clean === id ? null : `/${page}/${encodeURIComponent(clean)}`
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

// Uploads of evidence are left out: Next would cut their bodies at its own limit. They are no pages.
export const config = {
  matcher: [
    '/((?!api/|api$|_next/static|_next/image|(?:icon[^/]*|apple-touch-icon|social|brands)\\.(?:svg|png)$|robots\\.txt$|manifest\\.webmanifest$|[^/]+/payments/[^/]+/evidence$).*)',
  ],
}
