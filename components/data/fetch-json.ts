/** Error response of a data route, with its code; `requestId` is for support. */
export class DataError extends Error {
  constructor(
    readonly code: string,
    readonly requestId: string | null,
  ) {
    super(code)
    this.name = 'DataError'
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof DataError && error.code === 'resource_not_found'
}

/** Returns whether a query failed without a response of this server or of the payments service. */
export function isSilent(error: unknown): boolean {
  return error instanceof DataError && (error.code === 'unreachable' || error.code === 'host_unreachable')
}

const AWAY_CODES: readonly string[] = ['unreachable', 'service_unavailable', 'team_busy', 'internal_error']

/** Returns whether a query failed because this server is down or busy, or has failed, as without its database. */
export function isServerAway(error: unknown): boolean {
  return error instanceof DataError && AWAY_CODES.includes(error.code)
}

/**
 * Returns the JSON of a data route. Throws DataError for an error response (`unreachable` without one). After the end of the
 * session it raises an event, for which the shell offers to sign in.
 */
export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, {
    headers: { accept: 'application/json' },
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause
    throw new DataError('unreachable', null)
  })
  // The cast is valid: a route and its callers are compiled together.
  if (response.ok) return (await response.json()) as T
  const { code, requestId } = await readRefusal(response)
  if (response.status === 401) reportSignedOut()
  if (code === ACCOUNT_GONE_CODE) reportAccountGone()
  throw new DataError(code, requestId)
}

/** Event on the window after a response that the session has ended. */
export const SIGNED_OUT_EVENT = 'checkout:signed-out'

const ACCOUNT_GONE_CODE = 'account_not_found'

/** Event on the window after a response that the page's account is no longer connected. */
export const ACCOUNT_GONE_EVENT = 'checkout:account-gone'

/** Raises ACCOUNT_GONE_EVENT. Browser only. */
export function reportAccountGone(): void {
  window.dispatchEvent(new Event(ACCOUNT_GONE_EVENT))
}

/** Raises SIGNED_OUT_EVENT. The page stays, since leaving it would lose typed text. Browser only. */
export function reportSignedOut(): void {
  window.dispatchEvent(new Event(SIGNED_OUT_EVENT))
}

/** Returns the address of the sign-in that leads back to this page. Browser only. */
export function signInAddress(): string {
  const here = location.pathname + location.search
  return `/sign-in?next=${encodeURIComponent(here)}`
}

async function readRefusal(response: Response): Promise<{ code: string; requestId: string | null }> {
  try {
    const { error } = await response.json()
    const code = typeof error?.code === 'string' ? error.code : 'internal_error'
    const requestId = error?.details?.request_id
    return { code, requestId: typeof requestId === 'string' ? requestId : null }
  } catch {
    return { code: 'internal_error', requestId: null }
  }
}
