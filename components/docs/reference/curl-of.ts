import type { Endpoint } from './read-reference'

/** Placeholder for an id without an example. */
const UNKNOWN_ID = '…'

/**
 * Returns the call of an operation as a shell command, with the quick start's two variables and the first example of its
 * body.
 */
export function curlOf({ method, path, bodies, answer, idempotencyKey }: Endpoint): string {
  const body = bodies[0]?.value
  const sent = body === undefined ? [] : [`-H "Content-Type: application/json"`, `-d ${quoted(body)}`]
  const needsMethod = method !== 'GET' && !(method === 'POST' && body !== undefined)
  return [
    `curl ${needsMethod ? `-X ${method} ` : ''}"$BASE_URL${path.replace('{id}', idOf(answer.examples[0]?.value))}"`,
    '-H "Authorization: Bearer $API_KEY"',
    ...(idempotencyKey ? [`-H "Idempotency-Key: ${idempotencyKey}"`] : []),
    ...sent,
  ].join(' \\\n  ')
}

/** Returns the id for the path: the response's own id, or a charge's customer. */
function idOf(example: unknown): string {
  if (typeof example !== 'object' || example === null) return UNKNOWN_ID
  const { id, customer_id } = example as Readonly<Record<string, unknown>> // The cast is followed by checks of both fields.
  return [id, customer_id].find((value) => typeof value === 'string') ?? UNKNOWN_ID
}

function quoted(body: unknown): string {
  const short = JSON.stringify(body)
  const text = short.length <= 60 ? short : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')
  return `'${text.replaceAll("'", "'\\''")}'`
}
