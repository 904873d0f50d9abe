import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { buildConnector } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { Keyring } from '@/lib/platform/secrets'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { selfSigned } from '@/test/fixtures/self-signed-certificate'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { recordEvent } from './record-event'
import { deliverDue } from './run-deliveries'

const START = new Date('2026-11-20T10:00:00.000Z')
const EVENTS = 3
const TOTAL_TIMEOUT_MS = 1_000
const keyring = new Keyring(`k1:${Buffer.alloc(32, 7).toString('base64')}`)
/** 50 kB that inflate to 50 MB. */
const BOMB = gzipSync(Buffer.alloc(50_000_000))
const PUBLIC_ADDRESS = '93.184.216.34'

type Misbehavior = (response: ServerResponse, socket: Socket) => void

/** Writes the results of `next` until the peer is gone. */
function forever(socket: Socket, everyMs: number, next: () => string | Buffer): void {
  const timer = setInterval(() => socket.write(next()), everyMs)
  socket.on('close', () => clearInterval(timer))
}

/**
 * Behavior of each receiver once it has read a request: `acts` = it applies the event, `error` = the recorded class,
 * null if the response counts as a success, however odd.
 */
const receivers: Record<string, { acts: boolean; error: string | null; misbehaves: Misbehavior }> = {
  'answers 500': { acts: false, error: 'http_5xx', misbehaves: (response) => response.writeHead(500).end() },
  'resets the connection': {
    acts: true,
    error: 'closed',
    misbehaves: (_, socket) => socket.resetAndDestroy(),
  },
  hangs: { acts: true, error: 'timeout', misbehaves: () => {} },
  redirects: {
    acts: false,
    error: 'http_3xx',
    misbehaves: (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  },
  'drips its body': {
    acts: true,
    error: 'timeout',
    misbehaves: (response, socket) => {
      response.writeHead(200).flushHeaders()
      forever(socket, 50, () => '1\r\nx\r\n')
    },
  },
  'never ends its body': {
    acts: true,
    error: null,
    misbehaves: (response, socket) => {
      response.writeHead(200).flushHeaders()
      forever(socket, 1, () => `10000\r\n${'x'.repeat(65_536)}\r\n`)
    },
  },
  'answers with a gzip bomb': {
    acts: true,
    error: null,
    misbehaves: (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
  },
  'promises an answer again and again': {
    acts: true,
    error: 'timeout',
    misbehaves: (_, socket) => forever(socket, 20, () => 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'),
  },
  'asks to continue what it has': {
    acts: true,
    error: 'timeout',
    misbehaves: (_, socket) => forever(socket, 5, () => 'HTTP/1.1 100 Continue\r\n\r\n'),
  },
  'sends huge headers': {
    acts: true,
    error: 'protocol',
    misbehaves: (_, socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`),
  },
  'speaks no HTTP': { acts: true, error: 'protocol', misbehaves: (_, socket) => socket.end('SSH-2.0-x\r\n') },
  'has a certificate that nobody trusts': { acts: false, error: 'tls', misbehaves: () => {} },
}

/** A receiver, with the number of times that it applied each delivery. */
interface Receiver {
  acted: Map<string, number>
  server: Server
  endpointId: string
}

let testDatabase: TestDatabase
let database: Database
let shop: Shop
let now = START
let isRecovered = false
const started = new Map<string, Receiver>()
const sockets = new Set<Socket>()
let elsewhere = 0

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url)
  shop = await createShop({ database, now: () => now })
  for (const name of Object.keys(receivers)) started.set(name, await startReceiver(name))
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(
    [...started.values()].map(({ server }) => new Promise((resolve) => server.close(resolve))),
  )
  await database.close()
  await testDatabase.drop()
})

async function startReceiver(name: string): Promise<Receiver> {
  const { acts = true, misbehaves } = receivers[name] ?? {}
  const acted = new Map<string, number>()
  const listener: RequestListener = (request: IncomingMessage, response) => {
    if (request.url !== '/hook') elsewhere += 1
    request.resume().on('end', () => {
      const id = String(request.headers['service-delivery'])
      if (acts || isRecovered) acted.set(id, (acted.get(id) ?? 0) + 1)
      if (isRecovered) response.end('ok')
      else misbehaves?.(response, request.socket)
    })
  }
  const isTls = name.includes('certificate')
  const server = isTls ? createTlsServer(selfSigned, listener) : createServer(listener)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has such an address.
  const { port } = server.address() as AddressInfo
  const url = isTls ? `https://${selfSigned.name}:${port}/hook` : `http://localhost:${port}/hook`
  const { id } = await createEndpoint(shop.ctx, { url }, { keyring, testMode: true })
  return { acted, server, endpointId: id }
}

/** Returns the real sender, with one public name that resolves to this machine. */
function sender(): OutboundHttp {
  const plain = buildConnector({ timeout: 1_000 })
  const tls = buildConnector({ timeout: 1_000, ...(isRecovered ? { ca: selfSigned.cert } : {}) })
  return new OutboundHttp({
    testMode: true,
    totalTimeoutMs: TOTAL_TIMEOUT_MS,
    resolve: async () => [PUBLIC_ADDRESS],
    dial: (options, callback) => {
      if (options.hostname !== PUBLIC_ADDRESS) return plain(options, callback)
      tls({ ...options, hostname: '127.0.0.1' }, (...[error, socket]) => {
        if (error) return callback(error, null)
        Object.defineProperty(socket, 'remoteAddress', { value: PUBLIC_ADDRESS })
        callback(null, socket)
      })
    },
  })
}

const deliver = () =>
  deliverDue({
    database,
    keyring,
    http: sender(),
    now: () => now,
    owner: 'worker',
    leaseMs: 30_000,
    log: createLog('test', 'silent'),
  })

async function attemptsOf(name: string) {
  const { rows } = await shop.ctx.db.query<{
    delivery_id: string
    error_class: string | null
    answer_head: string | null
    status: string
  }>({
    text: `SELECT a.delivery_id, a.error_class, a.answer_head, d.status FROM service.delivery_attempt a
      JOIN service.delivery d ON d.account_id = a.account_id AND d.id = a.delivery_id
      WHERE d.endpoint_id = $1 ORDER BY a.delivery_id, a.number`,
    values: [started.get(name)?.endpointId],
  })
  return rows
}

it('receivers that misbehave get every event once they recover, and no more duplicates than failures they caused', async () => {
  const { accountId, db } = shop.ctx
  for (let i = 0; i < EVENTS; i += 1)
    await db.transaction((tx) =>
      recordEvent(tx, { accountId, kind: 'payment.succeeded', object: { id: `pay_${i}` }, now }),
    )
  const startedAt = performance.now()
  await deliver()
  // The receivers are slow in parallel, not one after the other.
  expect(performance.now() - startedAt).toBeLessThan(5 * TOTAL_TIMEOUT_MS)
  for (const [name, { error }] of Object.entries(receivers)) {
    const attempts = await attemptsOf(name)
    expect(
      attempts.map(({ error_class }) => error_class),
      name,
    ).toEqual(Array(EVENTS).fill(error))
    for (const { answer_head } of attempts) expect(answer_head?.length ?? 0).toBeLessThanOrEqual(2_048)
  }

  isRecovered = true
  now = new Date(now.getTime() + 60_000)
  await deliver()
  for (const [name, { acts, error }] of Object.entries(receivers)) {
    const attempts = await attemptsOf(name)
    expect(new Set(attempts.map(({ status }) => status)), name).toEqual(new Set(['SUCCEEDED']))
    const { acted } = started.get(name) ?? {}
    expect(acted?.size, name).toBe(EVENTS)
    const repeated = acts && error !== null ? 2 : 1
    expect([...(acted?.values() ?? [])], name).toEqual(Array(EVENTS).fill(repeated))
  }
  expect(elsewhere).toBe(0)
})
