import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBodySchema } from '@/lib/contract/errors'
import { Database } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { newApiKey } from '@/lib/service/accounts/api-key-row'
import { makeLink } from '@/prisma/demo/seed-context'
import {
  apiOptions,
  type Merchant,
  type RunningApi,
  servedEndpoints,
  startApi,
} from '@/test/factories/running-api'
import { buildApi } from './server'

describe('the API server', () => {
  let api: RunningApi
  let shop: Merchant

  beforeAll(async () => {
    api = await startApi()
    shop = await api.merchant()
  })
  afterAll(() => api.stop())

  /** Returns the response to raw bytes, once the peer has closed the connection. */
  function exchange(bytes: string | Buffer): Promise<{ head: string; body: string }> {
    return new Promise((resolve, reject) => {
      const socket = connect(api.port, '127.0.0.1', () => socket.write(bytes))
      const chunks: Buffer[] = []
      socket.on('data', (chunk) => chunks.push(chunk))
      socket.on('error', reject)
      socket.on('close', () => {
        const [head = '', ...body] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
        resolve({ head, body: body.join('\r\n\r\n') })
      })
    })
  }

  const authorized = () => `Host: x\r\nAuthorization: Bearer ${shop.key}\r\nConnection: close\r\n`

  function expectError({ head, body }: { head: string; body: string }, status: number, code: string) {
    expect(head.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toMatch(/content-type: application\/json/i)
    const parsed = errorBodySchema.parse(JSON.parse(body))
    expect(parsed.error.code).toBe(code)
    const requestId = /^request-id: (req_\w+)$/im.exec(head)?.[1]
    expect(requestId).toBeDefined()
    expect(parsed.error.details.request_id).toBe(requestId)
  }

  it('every response, good or bad, has a request id and may not be cached', async () => {
    const ids = new Set<string | null>()
    for (const path of ['/api/v1/me', '/api/v1/payment_links?limit=0', '/api/v1/nowhere', '/healthz']) {
      const { headers, body } = await api.request('GET', path, { key: shop.key })
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(headers.get('server')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('date')).not.toBeNull()
      const id = headers.get('request-id')
      if (body.error) expect(body.error.details.request_id).toBe(id)
      ids.add(id)
    }
    expect(ids.size).toBe(4)
  })

  it('an unknown path is 404, with any request', async () => {
    for (const path of [
      '/',
      '/api',
      '/api/v1',
      '/api/v1/',
      '/api/v1/me/',
      '/api/v2/me',
      '/api/v1/ME',
      '//',
    ]) {
      for (const body of [undefined, '{', 'x'.repeat(300_000)]) {
        const answer = await api.request(body === undefined ? 'GET' : 'POST', path, {
          key: shop.key,
          body,
          headers: { 'Content-Type': 'no type' },
        })
        expect(answer.status, path).toBe(404)
        expect(answer.body.error.code).toBe('resource_not_found')
      }
    }
  })

  it('other methods of every path are 405 with Allow', async () => {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']
    for (const { path } of servedEndpoints) {
      const taken = servedEndpoints.filter((it) => it.path === path).map((it) => it.method as string)
      for (const method of methods.filter((it) => !taken.includes(it))) {
        const { status, headers, body } = await shop.call(method, path, {
          body: method === 'GET' ? undefined : '{',
        })
        expect(status, `${method} ${path}`).toBe(405)
        expect(body.error.code).toBe('method_not_allowed')
        const head = taken.includes('GET') ? ['HEAD'] : []
        expect(headers.get('allow')?.split(', ')).toEqual([...taken, ...head, 'OPTIONS'].sort())
      }
    }
  })

  it('OPTIONS returns the methods of a path, and no CORS headers', async () => {
    const { status, headers, body } = await api.request('OPTIONS', '/api/v1/payment_links')
    expect([status, body, headers.get('allow')]).toEqual([204, null, 'GET, HEAD, OPTIONS, POST'])
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('request-id')).toMatch(/^req_/)
    expect((await api.request('OPTIONS', '/api/v1/nowhere')).status).toBe(404)
  })

  it('HEAD responds like GET, without a body', async () => {
    const get = await shop.call('GET', '/me')
    const head = await shop.call('HEAD', '/me')
    expect([head.status, head.body]).toEqual([200, null])
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
    expect((await api.request('HEAD', '/api/v1/me')).status).toBe(401)
    expect((await shop.call('HEAD', '/payment_links/unknown')).status).toBe(404)
  })

  it.each(['/api/v1/payment_links/%ff', '/%ff', '/api/v1/%E0%A4%A', '/api/v1/payment_links/%zz/cancel'])(
    'the undecodable path %s gets a response of the contract',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const sent = `${method} ${path} HTTP/1.1\r\n${authorized()}Content-Length: 0\r\n\r\n`
        expectError(await exchange(sent), 400, 'invalid_parameters')
      }
    },
  )

  it('two Authorization headers are refused', async () => {
    const twice = `GET /api/v1/me HTTP/1.1\r\n${authorized()}authorization: Bearer ${shop.key}\r\n\r\n`
    expectError(await exchange(twice), 401, 'invalid_api_key')
  })

  it.each([
    [
      'a head that is too large',
      () => `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    ['a URL that is too large', () => `GET /api/v1/me?x=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['bytes that are not HTTP', () => 'hello\r\n\r\n'],
    ['a bad header', () => 'GET / HTTP/1.1\r\nHost: x\r\nbad header: \u0001\r\n\r\n'],
    ['two lengths', () => 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ])('a request with %s gets a response of the contract', async (_, bytes) => {
    expectError(await exchange(bytes()), 400, 'invalid_parameters')
  })

  it('a request without Host or with an upgrade is served', async () => {
    const key = `Authorization: Bearer ${shop.key}\r\nConnection: close\r\n`
    for (const extra of ['', 'Host: x\r\nUpgrade: h2c\r\n']) {
      const { head } = await exchange(`GET /api/v1/me HTTP/1.1\r\n${key}${extra}\r\n`)
      expect(head).toMatch(/^HTTP\/1.1 200 /)
    }
  })

  it.each([
    ['no type', { 'Content-Type': '' }, '{"title":"Cake","amount":1}'],
    ['a wrong type', { 'Content-Type': 'text/plain' }, '{"title":"Cake","amount":1}'],
    ['a type that is none', { 'Content-Type': 'json' }, '{"title":"Cake","amount":1}'],
    [
      'another charset',
      { 'Content-Type': 'application/json; charset=latin1' },
      '{"title":"Cake","amount":1}',
    ],
    ['a compressed body', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }, '{}'],
    ['no body', {}, undefined],
    ['an empty body', {}, ''],
    ['half an object', {}, '{"title":"Cake"'],
    ['a list', {}, '[]'],
    ['a string', {}, '"Cake"'],
    ['null', {}, 'null'],
    ['two keys alike', {}, '{"title":"Cake","amount":1,"amount":100}'],
    ['a prototype', {}, '{"title":"Cake","amount":1,"__proto__":{}}'],
    ['a deep body', {}, `{"metadata":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`],
    ['a body over 256 KiB', {}, `{"title":"${'x'.repeat(262_144)}"}`],
    ['a body far over it', {}, 'x'.repeat(6_000_000)],
  ])('a body with %s is refused', async (_, headers, body) => {
    const type = { 'Content-Type': 'application/json' }
    const answer = await shop.call('POST', '/payment_links', { body, headers: { ...type, ...headers } })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_json'])
  })

  it('bytes that are not UTF-8, and characters that cannot be stored, are refused', async () => {
    const post = (body: Uint8Array<ArrayBuffer> | string) =>
      fetch(`${api.origin}/api/v1/payment_links`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${shop.key}`, 'Content-Type': 'application/json; charset=utf-8' },
        body: new Blob([body]),
      }).then((response) => response.json())
    const latin1 = await post(Uint8Array.from(Buffer.from('{"title":"Café","amount":1}', 'latin1')))
    expect(latin1).toMatchObject({ error: { code: 'invalid_json' } })
    for (const title of ['nul \\u0000', 'half \\ud800']) {
      const answer = await post(`{"title":"${title}","amount":1}`)
      expect(answer).toMatchObject({
        error: { code: 'invalid_parameters', details: { fields: [{ field: 'title' }] } },
      })
    }
  })

  it('a body of exactly 256 KiB reaches the schema', async () => {
    const [head, tail] = ['{"title":"', '"}']
    const body = head + 'x'.repeat(262_144 - head.length - tail.length) + tail
    expect((await shop.call('POST', '/payment_links', { body })).body.error.code).toBe('invalid_parameters')
  })

  it('the key is checked before a body is read', async () => {
    const answer = await api.request('POST', '/api/v1/payment_links', { body: '{' })
    expect(answer.body.error.code).toBe('missing_api_key')
  })

  it('a connection stays usable after a body was refused', async () => {
    const large = `{"title":"${'x'.repeat(300_000)}"}`
    const first = `POST /api/v1/payment_links HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.key}\r\nContent-Type: application/json\r\nContent-Length: ${large.length}\r\n\r\n${large}`
    const { body } = await exchange(`${first}GET /api/v1/me HTTP/1.1\r\n${authorized()}\r\n`)
    expect(body).toContain('invalid_json')
    expect(body).toContain('"object":"account"')
  })
})

describe('an API that ends', () => {
  it('running requests finish, and new ones are not accepted', async () => {
    const api = await startApi()
    const shop = await api.merchant()
    const { id } = await makeLink(api, shop.account)
    const [lock, held] = [new EventEmitter(), new EventEmitter()]
    const isHeld = once(held, 'now')
    const holding = api.database.as('checkout_system').transaction(async (tx) => {
      await tx.query({ text: 'SELECT 1 FROM service.payment_link WHERE id = $1 FOR UPDATE', values: [id] })
      const released = once(lock, 'released')
      held.emit('now')
      await released
    })
    await isHeld
    const cancelling = shop.call('POST', `/payment_links/${id}/cancel`)
    await waitUntilBlocked(api.database)
    const stopped = api.stop()
    lock.emit('released')
    await holding
    expect((await cancelling).status).toBe(200)
    await stopped
    await expect(fetch(`${api.origin}/healthz`)).rejects.toThrow()
  })

  async function waitUntilBlocked(database: Database): Promise<void> {
    for (;;) {
      const { count } = await database.as('checkout_system').query({
        text: `SELECT 1 FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_locks
          WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()))`,
      })
      if (count > 0) return
    }
  }
})

describe('the API’s log', () => {
  it('requests and failures are logged with allow-listed fields, and requests only if enabled', async () => {
    const lines: string[] = []
    const database = new Database({ url: 'postgres://nobody:secret@127.0.0.1:1/none', max: 1 })
    const urls = { web: 'http://web', api: 'http://api' }
    for (const level of ['debug', 'info']) {
      const log = pino({ level, base: null, timestamp: false }, { write: (line) => void lines.push(line) })
      const app = buildApi(apiOptions({ database, log, urls, now: () => new Date() }))
      const headers = { authorization: `Bearer ${newApiKey()}` }
      await app.inject({ url: '/api/v1/payment_links/pl_1?status=x', headers })
      await app.inject({ url: '/api/v1/payment_links', headers: { authorization: 'Bearer wrong' } })
      await app.close()
    }
    await database.close()
    const logged = lines.map((line) => JSON.parse(line))
    const request = ['level', 'request_id', 'method', 'route', 'account_id', 'status', 'duration_ms', 'msg']
    const failure = [
      'level',
      'request_id',
      'method',
      'route',
      'account_id',
      'status',
      'error',
      'error_code',
      'stack',
      'msg',
    ]
    expect(logged.map((line) => Object.keys(line))).toEqual([failure, request, request, failure])
    expect(logged[1]).toMatchObject({ method: 'GET', route: '/api/v1/payment_links/:id', status: 503 })
    expect(lines.join('')).not.toMatch(/secret|checkout_sk_|pl_1|Bearer/)
  })
})

describe('an API without its database', () => {
  it('the API without its database returns 503 in the contract’s form, without internals, and is alive but not ready', async () => {
    const database = new Database({ url: 'postgres://nobody:secret@127.0.0.1:1/none', max: 1 })
    const app = buildApi(
      apiOptions({
        database,
        log: createLog('test', 'silent'),
        urls: { web: 'http://web', api: 'http://api' },
        now: () => new Date(),
      }),
    )
    const key = `checkout_sk_${'0'.repeat(43)}`
    const headers = { authorization: `Bearer ${newApiKey()}` }
    const answer = await app.inject({ url: '/api/v1/me', headers })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.json().error).toMatchObject({ type: 'api_error', code: 'service_unavailable' })
    expect(answer.body).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|secret/)
    // A key with an invalid checksum never reaches the database.
    const mistyped = await app.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${key}` } })
    expect(mistyped.statusCode).toBe(401)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    await app.close()
    await database.close()
  })
})
