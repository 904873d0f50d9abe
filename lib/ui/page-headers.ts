/** The policy and its companions for one page. */
export function pageHeaders(policy: string): readonly (readonly [name: string, value: string])[] {
  return [['Content-Security-Policy', policy], ...fixedHeaders]
}

/** Everything from this origin, scripts by nonce only, framed by nobody. Dev adds what hot reloading needs. */
export function contentSecurityPolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

const fixedHeaders: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  // Not no-referrer: browsers then send `Origin: null` with forms, and the origin check would refuse them.
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()'],
]

/** Request header by which `proxy.ts` tells a layout where it is: Next does not, and a sign-in must lead back. */
export const PATH_HEADER = 'x-page-path'
