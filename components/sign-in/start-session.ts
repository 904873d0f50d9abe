const reasons = ['too_many_attempts', 'two_step_required', 'wrong_code', 'unavailable'] as const

/** Result of a sign-in attempt. None of them reveals if the e-mail exists. */
export type SessionStart =
  | (typeof reasons)[number]
  | 'signed_in'
  | 'wrong'
  /** The server refused the page's address; `refused` is any other refusal, as by a proxy. */
  | 'foreign_origin'
  | 'refused'
  | 'unreachable'

type Credentials = { email: string; password: string; code?: string } | { response: string }

/**
 * Starts a session of this browser by a password with the code of two-step sign-in, or by the response of a passkey as
 * JSON. Returns the result.
 */
export async function startSession(values: Credentials): Promise<SessionStart> {
  try {
    const token = await fetch('/api/auth/csrf')
    if (!token.ok) return failureOf(token.status)
    const { csrfToken } = await token.json()
    const body = new URLSearchParams({ ...values, csrfToken, json: 'true' })
    const response = await fetch(`/api/auth/callback/${'response' in values ? 'passkey' : 'credentials'}`, {
      method: 'POST',
      body,
    })
    const { url, error } = await response.json().catch(() => ({}))
    // A response without a URL is not one of next-auth.
    if (typeof url !== 'string')
      return error?.code === 'foreign_origin' ? error.code : failureOf(response.status)
    const reason = new URL(url).searchParams.get('error')
    if (response.ok && reason === null) return 'signed_in'
    return reasons.find((known) => known === reason) ?? 'wrong'
  } catch {
    return 'unreachable'
  }
}

function failureOf(status: number): 'refused' | 'unavailable' {
  return status < 500 ? 'refused' : 'unavailable'
}
