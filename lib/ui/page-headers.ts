import { type HostedFields, sourcesOf } from './hosted-fields'

/** Returns the security headers of one page, with its policy. `hosted` = card fields of the processor on this page. */
export function pageHeaders(
  policy: string,
  hosted: HostedFields | null,
): readonly (readonly [name: string, value: string])[] {
  return [
    ['Content-Security-Policy', policy],
    // The window of a wallet keeps its connection to the frame that opened it.
    ['Cross-Origin-Opener-Policy', hosted ? 'same-origin-allow-popups' : 'same-origin'],
    ['Permissions-Policy', permissions(hosted ? `(self "${sourcesOf(hosted).wallets}")` : '()')],
    ...fixedHeaders,
  ]
}

/**
 * Returns the policy: everything from this origin, scripts by nonce only, no framing. `hosted` adds the frames and
 * connections of the processor's script on a page that shows its card fields. Development adds the sources of hot
 * reloading.
 */
export function contentSecurityPolicy(
  nonce: string,
  { development, hosted }: { development: boolean; hosted: HostedFields | null },
): string {
  const sources = hosted && sourcesOf(hosted)
  const also = (list: readonly string[] = []) => list.map((source) => ` ${source}`).join('')
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // The processor's script sets styles of its own elements, which carry no nonce; a style runs nothing.
    ...(sources ? ["style-src-attr 'unsafe-inline'"] : []),
    `img-src 'self' data:${also(sources?.images)}`,
    "font-src 'self'",
    `connect-src 'self'${also(sources?.connections)}${development ? ' ws:' : ''}`,
    ...(sources ? [`frame-src${also(sources.frames)}`] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** Returns the nonce of a policy; undefined for a request that has none. */
export function nonceOf(policy: string | null): string | undefined {
  return /'nonce-([^']+)'/.exec(policy ?? '')?.[1]
}

const permissions = (payment: string) =>
  `camera=(), microphone=(), geolocation=(), payment=${payment}, usb=(), interest-cohort=()`

const fixedHeaders: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  // no-referrer would make browsers send `Origin: null` with forms, which the origin check refuses.
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
]

/**
 * Request header in which `proxy.ts` passes the path to layouts, which Next does not; the sign-in redirects back to it.
 */
export const PATH_HEADER = 'x-page-path'

/** Paths of the pages for payers, which are in the payer's language. */
export const PAYER_PAGES = /^\/(pay|join|receipt|test-bank)(\/|$)/
