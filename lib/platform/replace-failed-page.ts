import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDatabaseAway } from './database-away'

export interface Replacement {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

const FAILED = 500
/** Header of a page's request, from which Next reports errors of the request. */
const PAGE_ID_HEADER = 'x-checkout-page-id'

const AWAY = Symbol.for('checkout.pages-without-database')
/** Next's bundles have their own copies of this module, but the process has one set. */
const shared: typeof globalThis & { [AWAY]?: Set<string> } = globalThis
shared[AWAY] ??= new Set()
const withoutDatabase = shared[AWAY]
let pages = 0

/** Records that a page fails because the database is away. `headers`: of its request. */
export function notePageError(error: unknown, headers: IncomingMessage['headers']): void {
  const id = headers[PAGE_ID_HEADER]
  if (typeof id === 'string' && isDatabaseAway(error)) withoutDatabase.add(id)
}

/**
 * Sends `replacement` in place of a page that fails (500) because the database is away: Next's own page of a failure is
 * empty without scripts, because the server renders no error boundary (vercel/next.js#62228). Any other page is sent as
 * it is.
 */
export function replaceFailedPage(
  { headers }: IncomingMessage,
  response: ServerResponse,
  replacement: () => Replacement,
): void {
  delete headers[PAGE_ID_HEADER]
  if (!headers.accept?.includes('text/html')) return
  pages += 1
  const id = `${pages}`
  headers[PAGE_ID_HEADER] = id
  response.once('close', () => withoutDatabase.delete(id))

  const own = {
    writeHead: response.writeHead,
    flushHeaders: response.flushHeaders,
    write: response.write,
    end: response.end,
  }
  const { writeHead, flushHeaders, write, end } = own
  /** Calls of a failed page, until its end. */
  let held: (() => void)[] | null = null
  const holds = (call: (() => void) | null, status = response.statusCode): boolean => {
    if (!held && (response.headersSent || status !== FAILED)) return false
    held ??= []
    if (call) held.push(call)
    return true
  }
  const release = () => {
    Object.assign(response, own)
    if (!withoutDatabase.has(id)) {
      for (const call of held ?? []) call()
      return
    }
    for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name)
    const { status, headers, body } = replacement()
    response.writeHead(status, headers).end(body)
  }

  // The overloads of these methods differ after the first argument; the arguments are passed on unchanged.
  response.writeHead = ((status: number, ...rest: never[]) => {
    // A compressor writes the head again before each piece, because it is not sent yet.
    const call = held ? null : () => void writeHead.call(response, status, ...rest)
    return holds(call, status) ? response : writeHead.call(response, status, ...rest)
  }) as typeof writeHead
  response.flushHeaders = () => {
    if (!holds(null)) flushHeaders.call(response)
  }
  response.write = ((...args: Parameters<typeof write>) =>
    holds(() => void write.apply(response, args)) || write.apply(response, args)) as typeof write
  response.end = ((...args: Parameters<typeof end>) => {
    if (!holds(() => void end.apply(response, args))) return end.apply(response, args)
    release()
    return response
  }) as typeof end
}
