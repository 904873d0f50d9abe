import { RATE_LIMIT_HEADER, RATE_REMAINING_HEADER } from '@/lib/contract/headers'

/** Throws unless the rate limiter counts requests to our API: its limits are raised by settings, not removed. */
export async function requireLimiter(apiUrl: string, apiKey: string): Promise<void> {
  const headers = { Authorization: `Bearer ${apiKey}` }
  const answers = [
    await fetch(`${apiUrl}/api/v1/me`, { headers }),
    await fetch(`${apiUrl}/api/v1/me`, { headers }),
  ]
  const [first, second] = answers.map((answer) =>
    Number(answer.headers.get(RATE_REMAINING_HEADER) ?? Number.NaN),
  )
  const limited = answers.every((answer) => answer.headers.has(RATE_LIMIT_HEADER))
  if (!limited || !(Number(second) <= Number(first))) throw new Error('the rate limiter is not in the way')
}
