import type { Keyring } from '@/lib/platform/secrets'

const PURPOSE = 'known browser'
/** Users whose sign-ins one browser remembers. */
const USERS_MAX = 10

/** Lifetime of the cookie: the longest that browsers allow. */
export const KNOWN_BROWSER_MAX_AGE_S = 400 * 24 * 60 * 60

/**
 * Returns the name of the cookie of users who have signed in from a browser: an HMAC of each id, the newest first. Sessions
 * could not show it: the user agents of two people's browsers are often equal, and addresses change.
 */
export function knownBrowserCookie(webUrl: string): string {
  return `${webUrl.startsWith('https:') ? '__Host-' : ''}known-browser`
}

/** Returns whether a user has signed in from the browser of a cookie, and the cookie's value after this sign-in. */
export function knownBrowser(
  keyring: Keyring,
  cookie: string,
  userId: string,
): { isNew: boolean; cookie: string } {
  const marks = cookie === '' ? [] : cookie.split('.').slice(0, USERS_MAX)
  const others = marks.filter((mark) => !keyring.isMark(mark, userId, PURPOSE))
  return {
    isNew: others.length === marks.length,
    cookie: [keyring.mark(userId, PURPOSE), ...others].slice(0, USERS_MAX).join('.'),
  }
}
