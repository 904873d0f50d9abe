/** Returns the security headers of one page, with its policy. */
export function pageHeaders(policy: string): readonly (readonly [name: string, value: string])[] {
  return [['Content-Security-Policy', policy], ...fixedHeaders]
}

/**
 * Returns the policy: everything from this origin, scripts by nonce only, no framing. Development adds the sources of hot
 * reloading.
 */
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
  // no-referrer would make browsers send `Origin: null` with forms, which the origin check refuses.
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()'],
]

/**
 * Request header in which `proxy.ts` passes the path to layouts, which Next does not; the sign-in redirects back to it.
 */
export const PATH_HEADER = 'x-page-path'
