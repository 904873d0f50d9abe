import type { JoinAnswer } from './join-answer'

/** Posts a form of this page. Null when no answer came, or none that says what happened. */
export async function sendForm(action: string, data: FormData): Promise<JoinAnswer | null> {
  const body = new URLSearchParams()
  for (const [name, value] of data) if (typeof value === 'string') body.set(name, value)
  try {
    const response = await fetch(action, { method: 'POST', headers: { accept: 'application/json' }, body })
    // The route's own type; its statuses are all that anybody looks at.
    return response.ok || response.status === 429 ? ((await response.json()) as JoinAnswer) : null
  } catch {
    return null
  }
}
