/** Characters of a body that fit on one line of a sample. */
const SHORT_BODY = 60

/** An API call to show as a command. It never contains a key. */
export type CurlCall = {
  /** The {base_url}, or a shell variable with it. */
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
  const address = baseUrl.startsWith('$') ? `"${baseUrl}${path}"` : quoted(baseUrl + path)
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${address}`,
    '-H "Authorization: Bearer $API_KEY"',
  ]
  if (idempotencyKey) parts.push(`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`)
  if (body !== undefined && body !== null) {
    parts.push(`-H ${quoted('Content-Type: application/json')}`, `-d ${quoted(jsonText(body))}`)
  }
  return parts.join(' \\\n  ')
}

/** Returns a body as JSON, a long one on several lines. */
function jsonText(body: unknown): string {
  const short = JSON.stringify(body)
  return short.length <= SHORT_BODY ? short : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')
}

/** Returns a shell argument in single quotes, in which only the quote itself needs an escape. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
