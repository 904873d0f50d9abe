/** A call to show as a command; never with a key in it. */
export type CurlCall = {
  /** {base_url}. */
  baseUrl: string
  method: string
  /** Below {base_url}. */
  path: string
  idempotencyKey?: string | null
  /** Sent as JSON. */
  body?: unknown
}

/** Returns the command that makes a call, a line each part; the key is the variable API_KEY of the shell. */
export function curlOf({ baseUrl, method, path, idempotencyKey, body }: CurlCall): string {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(baseUrl + path)}`,
    '-H "Authorization: Bearer $API_KEY"',
  ]
  if (idempotencyKey) parts.push(`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`)
  if (body !== undefined && body !== null) {
    parts.push(`-H ${quoted('Content-Type: application/json')}`, `-d ${quoted(JSON.stringify(body))}`)
  }
  return parts.join(' \\\n  ')
}

/** In single quotes a shell takes everything as it is, but for the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
