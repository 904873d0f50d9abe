import { connect } from 'node:net'

/** Silence after which a server counts as failed. */
const SILENCE_MS = 20_000
const HEAD_END = '\r\n\r\n'
const CHUNKS_END = Buffer.from('\r\n0\r\n\r\n')

export interface Load {
  /** URL of the server, such as http://127.0.0.1:20001. */
  url: string
  /** Number of open connections, each with one request in flight. */
  connections: number
  /** Time during which requests are started. */
  seconds: number
  /** Returns the bytes of the next request; null if none is left. */
  next(): Buffer | null
  /** Expected status; any other ends the run with an error. */
  status: number
}

export interface LoadResult {
  requests: number
  seconds: number
  /** Total size of all response bodies. */
  bodyBytes: number
}

/** Returns the bytes of one HTTP/1.1 request on a keep-alive connection. */
export function httpRequest(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Buffer {
  const { host, pathname, search } = new URL(url)
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(body)
  const all = { Host: host, ...headers, ...(body !== undefined && { 'Content-Length': bytes.length }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`),
    bytes,
  ])
}

/**
 * Sends requests over several connections for some seconds. A client of our own, because it shares the machine with the
 * measured server: it parses no more of a response than necessary. Throws at the first response with another status.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const started = performance.now()
  const until = started + load.seconds * 1_000
  const parts = await Promise.all(
    Array.from({ length: load.connections }, () => useConnection(load, () => performance.now() < until)),
  )
  return {
    requests: parts.reduce((sum, part) => sum + part.requests, 0),
    bodyBytes: parts.reduce((sum, part) => sum + part.bodyBytes, 0),
    seconds: (performance.now() - started) / 1_000,
  }
}

function useConnection(load: Load, hasTime: () => boolean): Promise<Omit<LoadResult, 'seconds'>> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(load.url)
    const count = { requests: 0, bodyBytes: 0 }
    const open = () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true, timeout: SILENCE_MS })
      let pending: Buffer | null = null
      const fail = (why: string | Error) => {
        socket.destroy()
        reject(why instanceof Error ? why : new Error(`${load.url}: ${why}`))
      }
      const send = () => {
        const bytes = hasTime() ? load.next() : null
        if (bytes) return void socket.write(bytes)
        socket.destroy()
        resolve(count)
      }
      socket.on('connect', send)
      socket.on('data', (chunk: Buffer) => {
        const received: Buffer = pending ? Buffer.concat([pending, chunk]) : chunk
        const answer = readAnswer(received)
        pending = answer ? null : received
        if (!answer) return
        if (answer.status !== load.status) return fail(`answered ${received.toString('utf8').slice(0, 600)}`)
        count.requests += 1
        count.bodyBytes += answer.bodyBytes
        if (!answer.isLast) return send()
        socket.removeAllListeners('close').destroy()
        open()
      })
      socket.on('timeout', () => fail(`no answer for ${SILENCE_MS / 1_000} s`))
      socket.on('error', fail)
      // No effect after a resolve.
      socket.on('close', () => fail('hung up'))
    }
    open()
  })
}

interface Answer {
  status: number
  bodyBytes: number
  /** True if the server ends the connection after it. */
  isLast: boolean
}

/** Parses a complete response; null while a part of it is missing. */
function readAnswer(bytes: Buffer): Answer | null {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const isLast = /\r\nconnection: *close/i.test(head)
  const body = end + HEAD_END.length
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) {
    return bytes.length >= body + Number(length) ? { status, bodyBytes: Number(length), isLast } : null
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, bodyBytes: 0, isLast }
  // Starts at the blank line, so that the only chunk of an empty body is found, too.
  const whole = bytes
    .subarray(end + 2)
    .subarray(-CHUNKS_END.length)
    .equals(CHUNKS_END)
  return whole ? { status, bodyBytes: chunkedBytes(bytes, body), isLast } : null
}

function chunkedBytes(bytes: Buffer, from: number): number {
  let total = 0
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (!(size > 0)) return total
    total += size
    at = lineEnd + 2 + size + 2
  }
}
