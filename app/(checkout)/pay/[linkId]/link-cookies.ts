/** This browser's name at this link, for counting opens. */
export const OPENED_COOKIE = 'opened'
/** The token of this browser's last try: what tells it from one that a stranger put into the address. */
export const TRIED_COOKIE = 'tried'

/** A cookie of one link's page alone: it follows nobody from one merchant to another. */
export function linkCookie(linkId: string, webUrl: string, maxAgeS: number) {
  return {
    path: `/pay/${encodeURIComponent(linkId)}`,
    httpOnly: true,
    sameSite: 'lax',
    secure: webUrl.startsWith('https:'),
    maxAge: maxAgeS,
  } as const
}
