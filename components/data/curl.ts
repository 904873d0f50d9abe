/** An API call to show as a command. It never contains a key. */
export type CurlCall = {
  /** The {base_url}. */
  baseUrl: string
  method: string
  /** Path below {base_url}. */
  path: string
  idempotencyKey?: string | null
  /** JSON body. */
  body?: unknown
}

/** Returns the curl command of a call, one part per line. The key is the shell variable API_KEY. */
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

/** Returns a shell argument in single quotes, in which only the quote itself needs an escape. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
