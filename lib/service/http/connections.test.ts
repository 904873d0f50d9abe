import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'
import { tappedDatabase } from '@/test/factories/tapped-database'

const AT_ONCE = 3

describe('concurrent requests of a key', () => {
  let api: RunningApi
  let shop: Merchant
  const held = new EventEmitter()
  let statements: string[] = []
  let waiting = 0

  beforeAll(async () => {
    api = await startApi({
      concurrencyPerKey: AT_ONCE,
      wrapDatabase: (database) =>
        tappedDatabase(database, async (point) => {
          statements.push(point)
          if (!point.startsWith('before list-')) return
          waiting += 1
          held.emit('waiting')
          await once(held, 'go')
          waiting -= 1
        }),
    })
    shop = await api.merchant()
  })
  afterAll(() => api.stop())

  const list = (merchant = shop, key = merchant.key) =>
    merchant.call('GET', '/payment_links', { headers: { Authorization: `Bearer ${key}` }, key: null })

  async function fill(): Promise<ReturnType<typeof list>[]> {
    const calls = Array.from({ length: AT_ONCE }, () => list())
    while (waiting < AT_ONCE) await once(held, 'waiting')
    return calls
  }

  it('a request beyond the limit is refused before any query, and the others succeed', async () => {
    const calls = await fill()
    statements = []
    for (const key of [shop.key, `  ${shop.key} `]) {
      const { status, headers, body } = await list(shop, key)
      expect([status, body.error.type, body.error.code]).toEqual([429, 'rate_limit_error', 'rate_limited'])
      expect(headers.get('retry-after')).toBe('1')
      expect(headers.get('ratelimit-limit')).not.toBeNull()
    }
    expect(statements).toEqual([])
    const other = await api.merchant()
    expect((await other.call('GET', '/me')).status).toBe(200)
    held.emit('go')
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200))
  })

  it('a response, an error and a client that hangs up each free a slot', async () => {
    expect((await shop.call('GET', '/me')).status).toBe(200)
    for (let i = 0; i < AT_ONCE + 1; i += 1)
      expect((await shop.call('GET', '/payment_links?limit=0')).status).toBe(400)
    const gone = Array.from({ length: AT_ONCE }, () => connect(api.port, '127.0.0.1'))
    for (const socket of gone)
      socket.write(
        `GET /api/v1/payment_links HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.key}\r\n\r\n`,
      )
    while (waiting < AT_ONCE) await once(held, 'waiting')
    expect((await shop.call('GET', '/me')).status).toBe(429)
    for (const socket of gone) socket.destroy()
    while ((await shop.call('GET', '/me')).status === 429);
    held.emit('go')
    while (waiting > 0) await setTimeout(1)
    const calls = await fill()
    held.emit('go')
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200))
  })
})

describe('slow connections', () => {
  let api: RunningApi
  let shop: Merchant
  const connections = {
    headersTimeoutMs: 200,
    requestTimeoutMs: 400,
    checkEveryMs: 50,
    keepAliveTimeoutMs: 200,
    readerTimeoutMs: 300,
    requestsMax: 3,
  }

  beforeAll(async () => {
    api = await startApi({ connections })
    shop = await api.merchant()
  })
  afterAll(() => api.stop())

  async function open(bytes: string): Promise<Socket> {
    const socket = connect(api.port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(bytes)
    return socket
  }

  /** Returns everything that arrives until the peer ends the connection. */
  async function rest(socket: Socket): Promise<string> {
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    await once(socket, 'close')
    return Buffer.concat(chunks).toString('utf8')
  }

  const DOCUMENT = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n'

  it.each([
    ['a head', 'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['a body', 'POST /api/v1/payment_links HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n'],
  ])('a request with %s that never ends gets a timeout error', async (part, bytes) => {
    const socket = await open(
      part === 'a head' ? bytes : `${bytes}Authorization: Bearer ${shop.key}\r\n\r\n{`,
    )
    const drip = setInterval(() => socket.write('x'), 20)
    const answer = await rest(socket)
    clearInterval(drip)
    expect(answer).toContain('The request did not arrive in time.')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('a connection without a request ends, and so does one after a few requests', async () => {
    const idle = await open(`${DOCUMENT}\r\n`)
    expect((await rest(idle)).match(/HTTP\/1\.1 200/g)).toHaveLength(1)
    const busy = await open(`${DOCUMENT}\r\n`.repeat(connections.requestsMax))
    const answers = await rest(busy)
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(connections.requestsMax)
    expect(answers.match(/connection: close/gi)).toHaveLength(1)
  })
})

describe('a client that reads slowly', () => {
  let api: RunningApi

  beforeAll(async () => {
    api = await startApi({ connections: { readerTimeoutMs: 300, keepAliveTimeoutMs: 500 } })
  })
  afterAll(() => api.stop())

  /** Requests more than a connection's buffers hold, over one connection. */
  async function ask(times: number): Promise<Socket> {
    const socket = connect(api.port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.pause()
    socket.write('GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(times))
    return socket
  }
  const times = 300

  it('a slow client is cut off if it reads nothing, and not if it reads a little', async () => {
    const { headers } = await api.request('GET', '/api/v1/openapi.json')
    const expected = Number(headers.get('content-length')) * times
    const stuck = await ask(times)
    const slow = await ask(times)
    let stuckBytes = 0
    let slowBytes = 0
    stuck.on('data', (chunk) => {
      stuckBytes += chunk.length
    })
    stuck.pause()
    slow.on('data', (chunk) => {
      slowBytes += chunk.length
    })
    const read = setInterval(() => (slow.isPaused() ? slow.resume() : slow.pause()), 60)
    await setTimeout(1_500)
    stuck.resume()
    await once(stuck, 'close')
    expect(stuckBytes).toBeLessThan(expected)
    clearInterval(read)
    slow.resume()
    while (slowBytes < expected) await once(slow, 'data')
    slow.destroy()
  })
})
