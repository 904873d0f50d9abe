import { Resolver } from 'node:dns/promises'
import { setMaxListeners } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { buildConnector } from 'undici'
import { readTypedUrl } from './typed-url'

const TOTAL_TIMEOUT_MS = 10_000
/** An address that drops packets must leave time for the next one. */
const CONNECT_TIMEOUT_MS = 4_000
const DNS_TIMEOUT_MS = 3_000
const DNS_TRIES = 2
const HEADER_BYTES_MAX = 16 * 1_024
const ADDRESSES_MAX = 4
const LOCAL_ADDRESSES: readonly string[] = ['127.0.0.1', '::1']
const TCP_ERRORS =
  /^(ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|UND_ERR_CONNECT_TIMEOUT)$/

/** `closed`: ended too early; `protocol`: no HTTP, or too many header bytes; `cancelled`: by the caller. */
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
  /** Maximum number of bytes read of the response's body; the rest is cut. */
  bodyBytesMax: number
  signal?: AbortSignal
}

export interface OutboundResult {
  /** Null if no complete response arrived in time; `error` is then set. */
  status: number | null
  error: OutboundError | null
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  /** True if the response's body was longer than `bodyBytesMax`. */
  cut: boolean
  durationMs: number
}

export interface OutboundHttpOptions {
  testMode: boolean
  totalTimeoutMs?: number
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
 * Sends HTTP to addresses that merchants type (reliability: Outbound HTTP): the judged address is the one that is
 * dialled. No redirects, no decompression, one limit of time over everything.
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

  /** Sends one request. Never throws: errors are part of the result. */
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
    // One signal may stop any number of requests; Node reports more than ten listeners as a leak.
    if (request.signal) setMaxListeners(0, request.signal)
    request.signal?.addEventListener('abort', cancel, { once: true })
    let answer: IncomingMessage | undefined
    try {
      answer = await this.#send(request, typed, abort.signal)
      const status = answer.statusCode ?? null
      const { body, cut } = await readUpTo(answer, request.bodyBytesMax)
      return { status, error: null, headers: answer.headers, body, cut, durationMs: since() }
    } catch (error) {
      const cause: unknown = abort.signal.aborted ? abort.signal.reason : error
      return { ...none, error: kindOf(cause), durationMs: since() }
    } finally {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', cancel)
      // No connection outlives its request: the peer could close an idle one while a request is sent.
      answer?.destroy()
    }
  }

  /** Resolves with the head of the response. Node's client costs half of undici's for a single request. */
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
      const send = (socket: Socket) => {
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
      }
      this.#connect({ hostname, host, protocol, port }, local, signal)
        .then((socket) => {
          try {
            send(socket)
          } catch (error) {
            // Node throws at once for a header that it cannot send.
            socket.destroy()
            throw error
          }
        })
        .catch(reject)
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
    // A private address among public ones is an attack, not a mistake: none of them is dialled.
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

/** Resolves A and AAAA records, IPv4 first; never uses /etc/hosts or search domains, which name internal hosts. */
async function resolvePublicly(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

async function readUpTo(stream: AsyncIterable<Uint8Array>, bytesMax: number) {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
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

/** IPv4 ranges that are no public host (IANA special-purpose registry, plus cloud metadata). */
const CLOSED_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Azure's host agent listens here on every machine.
  ['168.63.129.16', 32],
]

/** IPv6 ranges inside global unicast (2000::/3) that are protocols, documentation, or embed an IPv4 address. */
const CLOSED_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closedV4 = new BlockList()
for (const [net, prefix] of CLOSED_V4) closedV4.addSubnet(net, prefix, 'ipv4')
const closedV6 = new BlockList()
for (const [net, prefix] of CLOSED_V6) closedV6.addSubnet(net, prefix, 'ipv6')
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')

/** Returns whether an IP address (no brackets) is public unicast, so that a merchant may make the service call it. */
export function isPublicUnicast(address: string): boolean {
  // A zone (`fe80::1%eth0`) names a network interface of this machine.
  if (isIP(address) === 0 || address.includes('%')) return false
  if (isIPv4(address)) return !closedV4.check(address, 'ipv4')
  return globalV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6')
}
