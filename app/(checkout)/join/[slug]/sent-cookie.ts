/** Token of the form that this browser sent last; distinguishes it from a token that a stranger put into the URL. */
export const SENT_COOKIE = 'sent'

/** A sign-up is kept for a day. */
const MAX_AGE_S = 24 * 3_600

/** Returns the header that keeps a form's token in this browser, for the page of one merchant only. */
export function sentCookie(slug: string, token: string, webUrl: string): string {
  const secure = webUrl.startsWith('https:') ? '; Secure' : ''
  const path = `/join/${encodeURIComponent(slug)}`
  return `${SENT_COOKIE}=${token}; Path=${path}; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax${secure}`
}
