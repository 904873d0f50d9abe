import { isSlug } from '@/lib/domain/slug'

/**
 * First segments of a path that are not accounts. A `route` is a page of its own. A `screen` is a page of every account:
 * its bare path leads to the same page of one account. No connection gets any of them as its slug.
 */
const firstSegments: Readonly<Record<string, 'route' | 'screen'>> = {
  '404': 'route',
  '500': 'route',
  api: 'route',
  connect: 'route',
  docs: 'route',
  'forgot-password': 'route',
  healthz: 'route',
  invitation: 'route',
  join: 'route',
  pay: 'route',
  readyz: 'route',
  receipt: 'route',
  'reset-password': 'route',
  'sign-in': 'route',
  'sign-up': 'route',
  'test-bank': 'route',
  'verify-email': 'route',
  audit: 'screen',
  balance: 'screen',
  charges: 'screen',
  customers: 'screen',
  developers: 'screen',
  exports: 'screen',
  links: 'screen',
  live: 'screen',
  mirror: 'screen',
  overview: 'screen',
  payments: 'screen',
  payouts: 'screen',
  search: 'screen',
  settings: 'screen',
  views: 'screen',
}

/** Returns the meaning of a first segment; null if it may be an account's slug. */
export function segmentKind(segment: string): 'route' | 'screen' | null {
  return Object.hasOwn(firstSegments, segment) ? (firstSegments[segment] ?? null) : null
}

/** Returns whether a path may begin with this text as an account. */
export function isAccountSlug(text: string): boolean {
  return isSlug(text) && segmentKind(text) === null
}

/** Returns the account that a page's path names; null for a path outside every account. */
export function accountOf(pathname: string | null): string | null {
  const first = pathname?.split('/')[1] ?? ''
  return isAccountSlug(first) ? first : null
}

/** Returns a path of a screen (`/payments/pay_1`, `/`) below its account; any other path unchanged. */
export function accountPath(account: string | null, path: string): string {
  if (account === null) return path
  const [first = ''] = path.slice(1).split(/[/?#]/)
  if (first === '') return `/${account}${path.slice(1)}`
  return segmentKind(first) === 'screen' ? `/${account}${path}` : path
}

/** Returns the path of a page without its account: `/acme/payments` is `/payments`, `/acme` is `/`. */
export function screenPath(pathname: string): string {
  const account = accountOf(pathname)
  return account === null ? pathname : pathname.slice(account.length + 1) || '/'
}
