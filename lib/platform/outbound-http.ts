import { Resolver } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicUnicast } from './public-address'
import { readTypedUrl } from './typed-url'

const TOTAL_TIMEOUT_MS = 10_000
/** One address that swallows packets must leave time for the next. */
const CONNECT_TIMEOUT_MS = 4_000
const DNS_TIMEOUT_MS = 3_000
const DNS_TRIES = 2
const HEADER_BYTES_MAX = 16 * 1_024
const ADDRESSES_MAX = 4
const LOCAL_ADDRESSES: readonly string[] = ['127.0.0.1', '::1']
const TCP_ERRORS =
  /^(ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|UND_ERR_CONNECT_TIMEOUT)$/

/**
 * Why no whole answer came. `closed`: the connection ended too early; `protocol`: what came was not HTTP or had
 * too many header bytes; `cancelled`: the caller's own signal.
 */
export type OutboundError =
  | 'address_refused'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'closed'
  | 'protocol'
  | 'cancelled'

export interface OutboundRequest {
  url: string
  method: 'GET' | 'POST' | 'PATCH'
  headers: Record<string, string>
  body?: Uint8Array | string
  /** The answer's body is read up to this many bytes and cut there. */
  bodyBytesMax: number
  /** Called with each part of a 200 answer's body, which the result then leaves out. */
  onBody?: (chunk: Uint8Array) => void
  signal?: AbortSignal
}

export interface OutboundResult {
  /** Null when no whole answer came within the time; `error` then says why. */
  status: number | null
  error: OutboundError | null
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  /** Whether the answer's body was longer than `bodyBytesMax`. */
  cut: boolean
  durationMs: number
}

export interface OutboundHttpOptions {
  /** Whether `http://localhost[:port]` may be called. */
  testMode: boolean
  totalTimeoutMs?: number
  /** All addresses of a host name; throws when there are none. */
  resolve?: (host: string) => Promise<string[]>
  /** Opens a socket to the literal address in `hostname`, with TLS for `servername`. */
  dial?: buildConnector.connector
}

class Refused extends Error {
  constructor(readonly kind: OutboundError) {
    super(kind)
  }
}

/**
 * HTTP to addresses that merchants type (reliability: Outbound HTTP). Each request makes its own connection: the
 * name is resolved once, every address must be public, the address judged is the one dialled and the socket's far
 * end is compared with it. No redirects, no decompression, one limit of wall-clock time over all of it.
 */
export class OutboundHttp {
  readonly #testMode: boolean
  readonly #totalTimeoutMs: number
  readonly #resolve: (host: string) => Promise<string[]>
  readonly #dial: buildConnector.connector

  constructor({
    testMode,
    totalTimeoutMs = TOTAL_TIMEOUT_MS,
    resolve = resolvePublicly,
    dial,
  }: OutboundHttpOptions) {
    this.#testMode = testMode
    this.#totalTimeoutMs = totalTimeoutMs
    this.#resolve = resolve
    this.#dial = dial ?? buildConnector({ timeout: CONNECT_TIMEOUT_MS, maxCachedSessions: 0 })
  }

  /** Sends one request. Never throws: what went wrong is in the result. */
  async request(request: OutboundRequest): Promise<OutboundResult> {
    const startedAt = performance.now()
    const since = () => Math.round(performance.now() - startedAt)
    const none = { status: null, headers: {}, body: Buffer.alloc(0), cut: false }
    const typed = readTypedUrl(request.url, { testMode: this.#testMode })
    if (!typed.ok) return { ...none, error: 'address_refused', durationMs: since() }

    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(new Refused('timeout')), this.#totalTimeoutMs)
    const cancel = () => abort.abort(new Refused('cancelled'))
    if (request.signal?.aborted) cancel()
    request.signal?.addEventListener('abort', cancel, { once: true })
    let answer: IncomingMessage | undefined
    try {
      answer = await this.#send(request, typed, abort.signal)
      const status = answer.statusCode ?? null
      const onBody = status === 200 ? request.onBody : undefined
      const { body, cut } = await readUpTo(answer, request.bodyBytesMax, onBody)
      return { status, error: null, headers: answer.headers, body, cut, durationMs: since() }
    } catch (error) {
      const cause: unknown = abort.signal.aborted ? abort.signal.reason : error
      return { ...none, error: kindOf(cause), durationMs: since() }
    } finally {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', cancel)
      // No connection outlives its request: an idle one could be closed by its far end as we send.
      answer?.destroy()
    }
  }

  /**
   * Resolves with the head of the answer; `signal` ends the connection at any time. Node's own client: undici's costs twice as much
   * for a connection that serves one request.
   */
  #send(
    { method, headers, body }: OutboundRequest,
    { url, local }: { url: URL; local: boolean },
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason)
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop)
      const { hostname, host, protocol, port } = url
      this.#connect({ hostname, host, protocol, port }, local, signal).then((socket) => {
        if (signal.aborted) return socket.destroy()
        const length = body !== undefined && { 'Content-Length': Buffer.byteLength(body) }
        const sent = httpRequest({
          createConnection: () => socket,
          method,
          path: url.pathname + url.search,
          headers: { Host: host, Connection: 'close', ...headers, ...length },
          maxHeaderSize: HEADER_BYTES_MAX,
        })
        signal.addEventListener('abort', () => sent.destroy())
        sent.on('upgrade', (_, upgraded) => {
          upgraded.destroy()
          reject(new Refused('protocol'))
        })
        sent.on('response', resolve).on('error', reject).end(body)
      }, reject)
    })
  }

  async #connect(options: buildConnector.Options, local: boolean, signal: AbortSignal): Promise<Socket> {
    // The URL's rules refuse literals; a hook on look-ups alone would never see one.
    const host = options.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
    const addresses = local ? LOCAL_ADDRESSES : await this.#publicAddresses(host)
    let last: unknown
    for (const address of addresses) {
      signal.throwIfAborted()
      try {
        const socket = await this.#open({ ...options, hostname: address, servername: host })
        if (canonical(socket.remoteAddress ?? '') === canonical(address)) return socket
        socket.destroy()
        throw new Refused('address_refused')
      } catch (error) {
        if (error instanceof Refused && error.kind !== 'connect') throw error
        last = error
      }
    }
    throw last
  }

  async #publicAddresses(host: string): Promise<string[]> {
    if (isIP(host) !== 0) throw new Refused('address_refused')
    const found = await this.#resolve(host).catch(() => [])
    if (found.length === 0) throw new Refused('dns')
    // One private address among public ones is an attempt, not a mistake: nothing of it is dialled.
    if (!found.every(isPublicUnicast)) throw new Refused('address_refused')
    return found.slice(0, ADDRESSES_MAX)
  }

  #open(options: buildConnector.Options): Promise<Socket> {
    return new Promise((resolve, reject) => {
      this.#dial(options, (error, socket) => {
        if (socket) return resolve(socket)
        const tcp = TCP_ERRORS.test(codeOf(error))
        reject(new Refused(tcp || options.protocol !== 'https:' ? 'connect' : 'tls'))
      })
    })
  }
}

type Socket = NonNullable<Parameters<buildConnector.Callback>[1]>

/** A and AAAA records, IPv4 first; never /etc/hosts or search domains, which name what is inside. */
async function resolvePublicly(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

async function readUpTo(
  stream: AsyncIterable<Uint8Array>,
  bytesMax: number,
  onBody?: (chunk: Uint8Array) => void,
) {
  const chunks: Uint8Array[] = []
  const take = onBody ?? ((chunk: Uint8Array) => void chunks.push(chunk))
  let bytes = 0
  for await (const chunk of stream) {
    take(chunk)
    bytes += chunk.length
    if (bytes > bytesMax) break
  }
  return { body: Buffer.concat(chunks).subarray(0, bytesMax), cut: bytes > bytesMax }
}

function canonical(address: string): string {
  return isIPv6(address) && !address.includes('%') ? new URL(`http://[${address}]`).hostname : address
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function kindOf(error: unknown): OutboundError {
  if (error instanceof Refused) return error.kind
  const code = codeOf(error)
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'closed'
  return 'protocol'
}
