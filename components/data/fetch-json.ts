/** A data route's refusal, told by its code; `requestId` is what support asks for. */
export class DataError extends Error {
  constructor(
    readonly code: string,
    readonly requestId: string | null,
  ) {
    super(code)
    this.name = 'DataError'
  }
}

/** Returns whether a query failed because its object does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof DataError && error.code === 'resource_not_found'
}

/** Returns whether a query failed because nobody answered: this server, or the payments service behind it. */
export function isSilent(error: unknown): boolean {
  return error instanceof DataError && (error.code === 'unreachable' || error.code === 'host_unreachable')
}

/**
 * GETs one of the app's own data routes. Throws DataError for an answer that is no success (`unreachable` when none
 * came); a session that has ended is told to the shell, which offers the sign-in and the way back here.
 */
export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, {
    headers: { accept: 'application/json' },
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause
    throw new DataError('unreachable', null)
  })
  // The routes answer exactly the types that their callers name: both sides are compiled together.
  if (response.ok) return (await response.json()) as T
  const { code, requestId } = await readRefusal(response)
  if (response.status === 401) tellSignedOut()
  if (code === ACCOUNT_GONE_CODE) tellAccountGone()
  throw new DataError(code, requestId)
}

/** Raised on the window when an answer says that the session has ended. */
export const SIGNED_OUT_EVENT = 'checkout:signed-out'

const ACCOUNT_GONE_CODE = 'account_not_found'

/** Raised on the window when an answer says that the page's account is no longer connected. */
export const ACCOUNT_GONE_EVENT = 'checkout:account-gone'

/** Lets the shell say it, as `tellSignedOut` does. Browser only. */
export function tellAccountGone(): void {
  window.dispatchEvent(new Event(ACCOUNT_GONE_EVENT))
}

/** Lets the shell say it: leaving at once would take along what somebody is typing. Browser only. */
export function tellSignedOut(): void {
  window.dispatchEvent(new Event(SIGNED_OUT_EVENT))
}

/** The sign-in that leads back to this very place. Browser only. */
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
