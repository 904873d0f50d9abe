import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Database } from './database'
import { isLoopback } from './env'
import { setPeerAddress } from './peer-address'

const HSTS = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const

/** Headers of a response that is not a page: nothing in it may run, and it may not be framed. */
export const ANSWER_HEADERS = [
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Frame-Options', 'DENY'],
  ['X-Content-Type-Options', 'nosniff'],
] as const

const NO_STORE = ['Cache-Control', 'no-store'] as const
const FIRST_ERROR = 400

/** Adds these headers to a response when it is sent; those that its writer sets are kept. */
export function fillHeaders(response: ServerResponse, isSecure: boolean): void {
  const { writeHead } = response
  const fill = (status: number) => {
    const isError = status >= FIRST_ERROR
    for (const [name, value] of [
      ...ANSWER_HEADERS,
      ...(isSecure ? [HSTS] : []),
      ...(isError ? [NO_STORE] : []),
    ])
      if (!response.hasHeader(name)) response.setHeader(name, value)
  }
  // The overloads of writeHead differ after the status; those arguments are passed on unchanged.
  response.writeHead = ((status: number, ...rest: never[]) => {
    if (!response.headersSent) fill(status)
    return writeHead.call(response, status, ...rest)
  }) as typeof writeHead
}

/** A client that reads no byte for this long counts as gone. */
export const READER_TIMEOUT_MS = 30_000

/** Ends a connection whose client reads no byte of a response for this long; handlers may take longer. */
export function dropSlowReaders(server: Server, readerTimeoutMs = READER_TIMEOUT_MS): void {
  server.on('request', (_request, response) => {
    const watch = () => response.setTimeout(readerTimeoutMs)
    // A response of many chunks emits `pipe`, one written as a whole `prefinish`.
    response.once('pipe', watch).once('prefinish', watch)
  })
}

const NOT_FOUND = JSON.stringify({
  error: {
    type: 'not_found_error',
    code: 'resource_not_found',
    message: 'There is nothing at this address. Check the path.',
    details: {},
  },
})

/**
 * Prepares a request for Next: writes its peer address into a header, answers a path that cannot be decoded (`%ff`)
 * with 404, and redirects a page of another loopback name to that of `webUrl`. @returns whether it was answered
 */
export function filterRequest(request: IncomingMessage, response: ServerResponse, webUrl: URL): boolean {
  setPeerAddress(request)
  if (!isDecodable(request.url)) {
    response
      .writeHead(404, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(NOT_FOUND)
    return true
  }
  const location = ownAddress(request, webUrl)
  if (location === null) return false
  response.writeHead(307, { location, 'cache-control': 'no-store' }).end()
  return true
}

function isDecodable(url = '/'): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** Returns the address of a page under the configured name; null for one requested there, or no page. */
function ownAddress({ method, url = '/', headers }: IncomingMessage, own: URL): string | null {
  if (!isLoopback(own.hostname)) return null
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return null
  const host = headers.host ?? ''
  // Another port may belong to a tunnel or a proxy, which a redirect would bypass.
  if (host === own.host || !URL.canParse(`http://${host}`)) return null
  const asked = new URL(`http://${host}`)
  if (!isLoopback(asked.hostname) || asked.port !== own.port || !url.startsWith('/')) return null
  return `${own.origin}${url}`
}

/** A connection that becomes idle while the server ends would stay open for its whole keep-alive time. */
const IDLE_SWEEP_MS = 50

export interface CloseTimeouts {
  /** Time limit of reads, and of streams that never end by themselves. */
  readMs: number
  /** Time limit of every other request: a charge may wait 16 s for the bank. */
  writeMs: number
  /** Returns true for the address of a GET that changes state. */
  isWrite?(url: string): boolean
}

/** Returns a function that ends a server within these limits. Must be called before the server listens. */
export function gracefulClose(
  server: Server,
  { readMs, writeMs, isWrite = () => false }: CloseTimeouts,
): () => Promise<void> {
  const sockets = new Set<Socket>()
  const writing = new Set<Socket>()
  let ending = false
  // An upgraded socket, such as that of hot reloading in development, is not among the server's connections.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      writing.delete(socket)
    })
  })
  server.on('request', ({ method, url = '', socket }, response) => {
    if ((method === 'GET' || method === 'HEAD') && !isWrite(url)) return
    writing.add(socket)
    response.once('close', () => {
      writing.delete(socket)
      if (ending) socket.destroySoon()
    })
  })
  const cut = (except: ReadonlySet<Socket>) => {
    for (const socket of sockets) if (!except.has(socket)) socket.destroy()
  }
  return () => {
    ending = true
    setTimeout(() => cut(writing), readMs).unref()
    setTimeout(() => cut(new Set()), writeMs).unref()
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS)
    return new Promise((resolve) => {
      server.close(() => {
        clearInterval(sweep)
        resolve()
      })
    })
  }
}

const underWay = new WeakMap<Database, Promise<boolean>>()

/**
 * Returns whether the database responds; any error counts as no response, and `onSilence` is called with it. Concurrent
 * callers share one query, on a connection that other requests cannot take: load puts no process out of service.
 */
export function databaseAnswers(
  database: Database,
  onSilence: (error: Error) => void = () => {},
): Promise<boolean> {
  const asked = underWay.get(database)
  if (asked) return asked
  const asking = ask(database, onSilence).finally(() => underWay.delete(database))
  underWay.set(database, asking)
  return asking
}

async function ask(database: Database, onSilence: (error: Error) => void): Promise<boolean> {
  try {
    await database.as('checkout_system').reserved().query({ name: 'ready', text: 'SELECT 1' })
    return true
  } catch (error) {
    onSilence(error instanceof Error ? error : new Error(String(error)))
    return false
  }
}

/** Answers `/healthz` and `/readyz`, 503 while `isAlive` or `isReady` is false. Returns whether it was one. */
export function answerHealth(
  { url, method }: IncomingMessage,
  response: ServerResponse,
  isReady: () => Promise<boolean>,
  isAlive = () => true,
): boolean {
  if ((url !== '/healthz' && url !== '/readyz') || (method !== 'GET' && method !== 'HEAD')) return false
  const answer = (well: boolean) =>
    response
      .writeHead(well ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify({ status: well ? 'ok' : 'unavailable' }))
  if (url === '/healthz') answer(isAlive())
  else void isReady().then(answer)
  return true
}

/** Reads the raw bytes of a request's body; null if it is longer than `bytesMax`, with any transfer encoding. */
export async function readBody(request: Request, bytesMax: number): Promise<Buffer | null> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    // Node cuts the stream at the declared length, so the length is reliable.
    return Number(declared) <= bytesMax ? Buffer.from(await request.arrayBuffer()) : null
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    bytes += read.value.length
    if (bytes > bytesMax) {
      await reader?.cancel()
      return null
    }
    chunks.push(read.value)
  }
  return Buffer.concat(chunks)
}
