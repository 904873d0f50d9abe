import { isSlug } from '@/lib/domain/slug'

/** First segments of a path that are pages of their own. No connection gets one of them, or of `screens`, as its slug. */
const routes =
  `404 500 api connect docs forgot-password healthz invitation join pay readyz receipt reset-password
  sign-in sign-up test-bank verify-email`.split(/\s+/)

/** First segments that are pages of every account: the bare path leads to the same page of one account. */
const screens =
  `audit balance charges customers developers exports links live mirror overview payments payouts search
  settings views`.split(/\s+/)

/** Returns the meaning of a first segment; null if it may be an account's slug. */
export function segmentKind(segment: string): 'route' | 'screen' | null {
  return routes.includes(segment) ? 'route' : screens.includes(segment) ? 'screen' : null
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
