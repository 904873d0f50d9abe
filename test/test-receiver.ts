import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface ReceivedRequest {
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  /** URL that test mode allows. */
  url: string
  received: ReceivedRequest[]
  /** Resolves when at least `count` requests have arrived. */
  arrived(count: number): Promise<void>
  /** Returns the current number of requests that wait for a response, and the maximum so far. */
  waiting(): { now: number; most: number }
  close(): Promise<void>
}

/** Starts a merchant's endpoint for tests: real HTTP on loopback; `answer` may leave a request hanging. */
export async function startReceiver(
  answer: (response: ServerResponse, request: ReceivedRequest, number: number) => void = (response) =>
    response.end(),
): Promise<Receiver> {
  const received: ReceivedRequest[] = []
  const watchers: { count: number; resolve: () => void }[] = []
  const sockets = new Set<Socket>()
  let waiting = 0
  let most = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    waiting += 1
    most = Math.max(most, waiting)
    response.on('close', () => {
      waiting -= 1
    })
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const got = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }
      received.push(got)
      answer(response, got, received.length)
      for (const watcher of watchers) if (received.length >= watcher.count) watcher.resolve()
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The address of a listening TCP server always has this type.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/hook`,
    received,
    arrived: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve()
        else watchers.push({ count, resolve })
      }),
    waiting: () => ({ now: waiting, most }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** Verifies a signature by the contract's text alone; shares no code with the signer. */
export function signatureHolds(request: ReceivedRequest, secret: string, nowS: number): boolean {
  const header = String(request.headers['service-signature'])
  const match = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header)
  if (!match?.[1] || !match[2]) return false
  const expected = createHmac('sha256', secret).update(`${match[1]}.${request.body}`).digest()
  return timingSafeEqual(expected, Buffer.from(match[2], 'hex')) && Math.abs(nowS - Number(match[1])) <= 300
}
