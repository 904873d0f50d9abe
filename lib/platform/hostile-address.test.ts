import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { buildConnector } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { OutboundHttp, type OutboundHttpOptions } from './outbound-http'

const PUBLIC_ADDRESS = '93.184.216.34'
/** Listens on every address of this machine; no connection may ever arrive. */
const canary = createTcpServer((socket) => {
  hits += 1
  socket.destroy()
})
/** Plays a public host: responds with a redirect to `location`. */
const outside = createServer((request, response) => {
  answered += 1
  response.writeHead(307, { location: String(request.headers['x-location']) }).end()
})
let hits = 0
let answered = 0
let port = 0

const listening = async (server: Server, host: string) => {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  // A listening TCP server has such an address.
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  port = await listening(canary, '::')
})
afterAll(() => {
  canary.close()
  outside.close()
})
beforeEach(() => {
  hits = 0
  answered = 0
})

function call(url: string, options: Partial<OutboundHttpOptions> = {}, headers: Record<string, string> = {}) {
  const http = new OutboundHttp({ testMode: true, totalTimeoutMs: 2_000, ...options })
  return http.request({ url, method: 'POST', headers, body: '{}', bodyBytesMax: 2_048 })
}

const literals = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0x7f000001',
  '0x7f.1',
  '0x7F.0x0.0x0.0x1',
  '0',
  '0.0.0.0',
  '１２７.0.0.1',
  '127。0。0。1',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  'localhost.',
  'LOCALHOST',
  'a.localhost',
]

it('an address that test mode allows does reach this machine', async () => {
  expect((await call(`http://localhost:${port}/`)).error).toBe('closed')
  expect(hits).toBe(1)
})

it.each(literals)('a literal address of this machine is never dialled: %s', async (host) => {
  for (const scheme of ['https', 'http']) {
    for (const testMode of [true, false]) {
      // `http://localhost` itself is the purpose of test mode.
      if (host === 'LOCALHOST' && scheme === 'http' && testMode) continue
      const resolve = async () => ['127.0.0.1', '::1']
      expect((await call(`${scheme}://${host}:${port}/`, { testMode, resolve })).error).toBe(
        'address_refused',
      )
    }
  }
  expect(hits).toBe(0)
})

it.each([
  ['127.0.0.1'],
  ['127.0.0.2'],
  ['0.0.0.0'],
  ['::1'],
  ['::'],
  ['::ffff:127.0.0.1'],
  ['::ffff:7f00:1'],
  ['::127.0.0.1'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::1'],
  ['fe80::1%lo'],
  ['127.1'],
  ['localhost'],
  [PUBLIC_ADDRESS, '127.0.0.1'],
  ['127.0.0.1', PUBLIC_ADDRESS],
  ['2606:4700:4700::1111', '::1'],
])('a name that resolves to %j %j is never dialled', async (...addresses) => {
  const resolve = async () => addresses.filter((address) => address !== undefined)
  expect((await call(`https://shop.example:${port}/`, { resolve })).error).toBe('address_refused')
  expect(hits).toBe(0)
})

it('a name that resolves differently at each look-up, and redirects, lead nowhere inside', async () => {
  const outsidePort = await listening(outside, '127.0.0.1')
  const real = buildConnector({ timeout: 1_000 })
  // The public address leads to the external host; any other address is dialled unchanged.
  const dial: buildConnector.connector = (options, callback) => {
    if (options.hostname !== PUBLIC_ADDRESS) return real(options, callback)
    real(
      { ...options, protocol: 'http:', hostname: '127.0.0.1', port: String(outsidePort) },
      (...[error, socket]) => {
        if (error) return callback(error, null)
        Object.defineProperty(socket, 'remoteAddress', { value: PUBLIC_ADDRESS })
        callback(null, socket)
      },
    )
  }
  let lookUps = 0
  const resolve = async () => [lookUps++ % 2 === 0 ? PUBLIC_ADDRESS : '127.0.0.1']
  const locations = ['127.0.0.1', 'localhost', '[::1]', '2130706433'].flatMap((host) => [
    `http://${host}:${port}/`,
    `https://${host}:${port}/`,
  ])
  for (const location of locations) {
    const headers = { 'x-location': location }
    expect((await call(`https://shop.example:${port}/`, { resolve, dial }, headers)).status).toBe(307)
    expect((await call(`https://shop.example:${port}/`, { resolve, dial }, headers)).error).toBe(
      'address_refused',
    )
  }
  expect([lookUps, answered, hits]).toEqual([2 * locations.length, locations.length, 0])
})
