/** Cookie that identifies this browser at this link, to count opens. */
export const OPENED_COOKIE = 'opened'
/** Token of this browser's last attempt; distinguishes it from a token that a stranger put into the URL. */
export const TRIED_COOKIE = 'tried'

/**
 * Returns the options of a cookie for one link's page only, so that it cannot track a payer across merchants.
 */
export function linkCookie(linkId: string, webUrl: string, maxAgeS: number) {
  return {
    path: `/pay/${encodeURIComponent(linkId)}`,
    httpOnly: true,
    sameSite: 'lax',
    secure: webUrl.startsWith('https:'),
    maxAge: maxAgeS,
  } as const
}
