import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientAddress, isTrustedPeer, limitedAs, peerAddress } from './peer-address'

export interface Bounds {
  bodyBytesMax: number
  /** Longest body of an upload of evidence, which no proxy of Next buffers. */
  evidenceBytesMax: number
  /** Bytes that the open requests of one client may have sent. */
  clientBytesMax: number
  clientBodiesMax: number
  /** Time for which a client beyond its bytes sends no further body, in milliseconds. */
  clientPauseMs: number
  bytesMax: number
  /** Sockets of one peer that is neither a trusted proxy nor this machine. */
  peerSocketsMax: number
}

const MIB = 1_024 * 1_024

/** Bounds of the web process, in which Next buffers bodies. Its largest form, an import, has 1 MiB. */
export const WEB_BOUNDS: Bounds = {
  bodyBytesMax: MIB + 64 * 1_024,
  evidenceBytesMax: 5 * MIB,
  // An office behind one address sends few imports at once.
  clientBytesMax: 8 * MIB,
  clientBodiesMax: 64,
  // A flood costs the time to refuse it, and seldom the time to read it.
  clientPauseMs: 10_000,
  // A third of what the process may use before it slows down; forms have some hundred bytes.
  bytesMax: 64 * MIB,
  // A proxy that is missing in TRUSTED_PROXIES has hundreds.
  peerSocketsMax: 1_000,
}

/** Addresses of uploads of evidence: those that the matcher of `proxy.ts` leaves out, because Next would cut their bodies. */
const EVIDENCE_URL = /^\/[^/?]+\/payments\/[^/?]+\/evidence(?:\?|$)/

interface SocketSource {
  on(event: 'connection', listener: (socket: Socket) => void): unknown
}

/** A client's open requests with a body, each with the bytes that it has sent. */
type OpenBodies = Map<IncomingMessage, number>

/**
 * Bounds the memory and work of requests whose bodies arrive. Next begins with a request when its body is whole. A
 * client beyond its bounds is refused; beyond those of all, the one that holds most loses its requests.
 */
export class RequestBounds {
  readonly #clients = new Map<string, OpenBodies>()
  /** Ends of the pauses of clients, on the process's own clock. */
  readonly #pauses = new Map<string, number>()
  readonly #sockets = new Map<string, number>()
  readonly #trustedProxies: string
  readonly #bounds: Bounds
  #bytes = 0

  /** `trustedProxies`: the setting TRUSTED_PROXIES. */
  constructor(server: SocketSource, trustedProxies: string, bounds: Bounds = WEB_BOUNDS) {
    this.#trustedProxies = trustedProxies
    this.#bounds = bounds
    server.on('connection', (socket) => this.#countSocket(socket))
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Refuses a request beyond the bounds; else calls `begin`, with a body once it has arrived. */
  admit(request: IncomingMessage, response: ServerResponse, begin: () => void): void {
    const { headers } = request
    const declared = Number(headers['content-length'] ?? 0)
    if (declared > this.#bytesMaxOf(request)) return void answer(response, 413)
    if (declared === 0 && headers['transfer-encoding'] === undefined) return void begin()
    const client = limitedAs(clientAddress({ get: (name) => headerOf(request, name) }, this.#trustedProxies))
    const pausedUntil = this.#pauses.get(client)
    if (pausedUntil !== undefined && pausedUntil > performance.now()) return void answer(response, 429)
    this.#pauses.delete(client)
    const bodies: OpenBodies = this.#clients.get(client) ?? new Map()
    // A sender of many webhooks has requests under way whose bodies have arrived.
    const arriving = [...bodies.keys()].filter(({ complete }) => !complete)
    if (arriving.length >= this.#bounds.clientBodiesMax) return void answer(response, 429)
    this.#clients.set(client, bodies.set(request, 0))
    const release = () => {
      this.#bytes -= bodies.get(request) ?? 0
      bodies.delete(request)
      if (bodies.size === 0) this.#clients.delete(client)
    }
    // A body may go on after its response.
    response.once('close', () => {
      if (request.complete || request.destroyed) release()
      else request.once('close', release)
    })
    this.#collect(request, response, { client, bodies, begin })
  }

  /** Counts each chunk where the parser hands it over: a listener would start the flow too early. */
  #collect(
    request: IncomingMessage,
    response: ServerResponse,
    { client, bodies, begin }: { client: string; bodies: OpenBodies; begin: () => void },
  ): void {
    const bytesMax = this.#bytesMaxOf(request)
    const push = request.push.bind(request)
    request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
      if (chunk === null) begin()
      if (chunk === null || !bodies.has(request)) return push(chunk, encoding)
      const sent = (bodies.get(request) ?? 0) + chunk.length
      bodies.set(request, sent)
      this.#bytes += chunk.length
      if (sent > bytesMax) cut(request, response, 413)
      else if (sumOf(bodies) > this.#bounds.clientBytesMax) {
        this.#pauses.set(client, performance.now() + this.#bounds.clientPauseMs)
        cut(request, response, 429)
      } else if (this.#bytes > this.#bounds.bytesMax) this.#cutLargest()
      if (request.destroyed) return false
      push(chunk, encoding)
      // The parser goes on beyond the stream's own mark: the bounds above hold instead.
      return true
    }
  }

  #bytesMaxOf({ method, url = '' }: IncomingMessage): number {
    const isEvidence = method === 'POST' && EVIDENCE_URL.test(url)
    return isEvidence ? this.#bounds.evidenceBytesMax : this.#bounds.bodyBytesMax
  }

  #cutLargest(): void {
    const [largest] = [...this.#clients.values()].toSorted((a, b) => sumOf(b) - sumOf(a))
    for (const request of largest?.keys() ?? []) request.socket.destroy()
  }

  #countSocket(socket: Socket): void {
    const peer = peerAddress(socket)
    if (isTrustedPeer(peer, this.#trustedProxies)) return
    const address = limitedAs(peer)
    const count = (this.#sockets.get(address) ?? 0) + 1
    if (count > this.#bounds.peerSocketsMax) {
      socket.destroy()
      return
    }
    this.#sockets.set(address, count)
    socket.once('close', () => {
      const left = (this.#sockets.get(address) ?? 1) - 1
      if (left > 0) this.#sockets.set(address, left)
      else this.#sockets.delete(address)
    })
  }
}

function sumOf(bodies: OpenBodies): number {
  let sum = 0
  for (const bytes of bodies.values()) sum += bytes
  return sum
}

const problems = {
  413: ['Content Too Large', 'invalid_request_error', 'body_too_large', 'The request is too large.'],
  429: [
    'Too Many Requests',
    'rate_limit_error',
    'too_many_bodies',
    'Too many large requests are open from this address. Wait a few seconds.',
  ],
} as const

type Status = keyof typeof problems

function bodyOf(status: Status): string {
  const [, type, code, message] = problems[status]
  return JSON.stringify({ error: { type, code, message, details: {} } })
}

function answer(response: ServerResponse, status: Status): void {
  // The body is not read to its end, so the connection cannot be used again.
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Connection: 'close' }
  response.writeHead(status, headers).end(bodyOf(status))
}

/** Ends a request whose reader has begun: the response is written past it. */
function cut(request: IncomingMessage, response: ServerResponse, status: Status): void {
  const { socket } = request
  if (!response.headersSent) {
    const body = bodyOf(status)
    socket.write(
      `HTTP/1.1 ${status} ${problems[status][0]}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
  }
  socket.destroySoon()
  request.destroy()
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return (Array.isArray(value) ? value.join(',') : value) ?? null
}
