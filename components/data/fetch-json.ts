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

/**
 * GETs one of the app's own data routes. Throws DataError for an answer that is no success (`unreachable` when none
 * came); a session that has ended leads to the sign-in, and back here afterwards.
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
  if (response.status === 401) goToSignIn()
  throw new DataError(code, requestId)
}

/** To the sign-in and back to this very place. Browser only. */
export function goToSignIn(): void {
  const here = location.pathname + location.search
  location.assign(`/sign-in?next=${encodeURIComponent(here)}`)
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
