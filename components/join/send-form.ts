import type { JoinAnswer } from './join-answer'

/** Posts a form of this page. Returns null if no response arrived, or none with a known meaning. */
export async function sendForm(action: string, data: FormData): Promise<JoinAnswer | null> {
  const body = new URLSearchParams()
  for (const [name, value] of data) if (typeof value === 'string') body.set(name, value)
  try {
    const response = await fetch(action, { method: 'POST', headers: { accept: 'application/json' }, body })
    // The cast is the route's own response type. Callers compare `status` only.
    return response.ok || response.status === 429 ? ((await response.json()) as JoinAnswer) : null
  } catch {
    return null
  }
}
