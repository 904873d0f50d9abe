import { createServer, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net'
import type { buildConnector } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import { OutboundHttp, type OutboundHttpOptions } from './outbound-http'

const open: (Server | TcpServer)[] = []
const sockets = new Set<Socket>()

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

async function listening(server: Server | TcpServer, host = '127.0.0.1'): Promise<number> {
  open.push(server)
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  // A TCP server's address is always of this kind.
  return (server.address() as AddressInfo).port
}

const receiver = (listener: RequestListener, host?: string) => listening(createServer(listener), host)
const raw = (onSocket: (socket: Socket) => void) => listening(createTcpServer(onSocket))

function post(url: string, options: Partial<OutboundHttpOptions> = {}, signal?: AbortSignal) {
  const http = new OutboundHttp({ testMode: true, totalTimeoutMs: 2_000, ...options })
  const request = { url, method: 'POST', headers: { 'content-type': 'application/json' } } as const
  return http.request({ ...request, body: '{"a":1}', bodyBytesMax: 2_048, ...(signal && { signal }) })
}

/** Records the dialled addresses, and answers from a local port as if it were that address (or another). */
function dialler(port: number, remote?: string) {
  const dialled: string[] = []
  const dial: buildConnector.connector = (options, callback) => {
    dialled.push(options.hostname)
    const socket = connect(port, '127.0.0.1', () => {
      Object.defineProperty(socket, 'remoteAddress', { value: remote ?? options.hostname })
      callback(null, socket)
    })
  }
  return { dial, dialled }
}

describe('OutboundHttp', () => {
  it('a request posts its bytes and returns status, headers and body', async () => {
    let seen = ''
    const port = await receiver((request, response) => {
      request.on('data', (chunk) => (seen += chunk))
      request.on('end', () => response.writeHead(201, { 'x-a': 'b' }).end('thanks'))
    })
    const result = await post(`http://localhost:${port}/hook`)
    expect(result).toMatchObject({ status: 201, error: null, cut: false })
    expect(result.body.toString()).toBe('thanks')
    expect(result.headers['x-a']).toBe('b')
    expect(seen).toBe('{"a":1}')
  })

  it('localhost is dialled at ::1 if 127.0.0.1 does not answer', async () => {
    const port = await receiver((_, response) => response.end('six'), '::1')
    expect((await post(`http://localhost:${port}/`)).body.toString()).toBe('six')
  })

  it('a header that cannot be sent fails its request, and closes its connection', async () => {
    let isClosed = false
    const port = await raw((socket) => socket.on('close', () => (isClosed = true)).resume())
    const http = new OutboundHttp({ testMode: true })
    const headers = { 'x-a': 'a\nb' }
    const request = { url: `http://localhost:${port}/`, method: 'POST', headers, bodyBytesMax: 10 } as const
    expect(await http.request(request)).toMatchObject({ status: null, error: 'protocol' })
    await expect.poll(() => isClosed).toBe(true)
  })

  it('a redirect is not followed', async () => {
    let calls = 0
    const port = await receiver((_, response) => {
      calls += 1
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect((await post(`http://localhost:${port}/`)).status).toBe(302)
    expect(calls).toBe(1)
  })

  it('a long body is cut, and the rest is not read', async () => {
    const port = await receiver((_, response) => response.end(Buffer.alloc(5_000_000, 'x')))
    const result = await post(`http://localhost:${port}/`)
    expect(result).toMatchObject({ status: 200, error: null, cut: true })
    expect(result.body.length).toBe(2_048)
  })

  it('a compressed body is not inflated', async () => {
    const port = await receiver((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
    )
    expect((await post(`http://localhost:${port}/`)).body.toString()).toBe('not gzip')
  })

  it.each([
    ['never answers', () => {}],
    [
      'drips its headers',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const drip = setInterval(() => socket.write('x-a: b\r\n'), 40)
        socket.on('close', () => clearInterval(drip)).on('error', () => {})
      },
    ],
    [
      'drips its body',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
        const drip = setInterval(() => socket.write('x'), 40)
        socket.on('close', () => clearInterval(drip)).on('error', () => {})
      },
    ],
  ])('a receiver that %s is given up after the total time', async (_, onSocket) => {
    const port = await raw(onSocket)
    const result = await post(`http://localhost:${port}/`, { totalTimeoutMs: 300 })
    expect(result).toMatchObject({ status: null, error: 'timeout' })
    expect(result.durationMs).toBeGreaterThanOrEqual(290)
    expect(result.durationMs).toBeLessThan(1_500)
  })

  it.each([
    ['closes without an answer', 'closed', (socket: Socket) => socket.once('data', () => socket.end())],
    [
      'switches protocols',
      'protocol',
      (socket: Socket) =>
        socket.once('data', () =>
          socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
        ),
    ],
    [
      'closes in the middle of its body',
      'closed',
      (socket: Socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx')),
    ],
    [
      'does not speak HTTP',
      'protocol',
      (socket: Socket) => socket.once('data', () => socket.end('hello\r\n\r\n')),
    ],
    [
      'sends too many header bytes',
      'protocol',
      (socket: Socket) =>
        socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)),
    ],
  ])('a receiver that %s is reported', async (_, error, onSocket) => {
    const port = await raw((socket) => void onSocket(socket.on('error', () => {})))
    expect(await post(`http://localhost:${port}/`)).toMatchObject({ status: null, error })
  })

  it('a refused connection and a failed handshake have different errors', async () => {
    const closed = createTcpServer()
    const port = await listening(closed)
    await new Promise((resolve) => closed.close(resolve))
    open.splice(open.indexOf(closed), 1)
    expect((await post(`http://localhost:${port}/`)).error).toBe('connect')

    const plain = await raw((socket) => socket.on('error', () => {}).end('not TLS at all'))
    const { buildConnector } = await import('undici')
    const dial = buildConnector({})
    const toLocal: buildConnector.connector = (options, callback) =>
      dial({ ...options, hostname: '127.0.0.1', port: String(plain) }, callback)
    const result = await post('https://shop.example/', {
      resolve: async () => ['93.184.216.34'],
      dial: toLocal,
    })
    expect(result.error).toBe('tls')
  })

  it('a request stops when the caller cancels it', async () => {
    const port = await raw(() => {})
    const cancel = new AbortController()
    const result = post(`http://localhost:${port}/`, {}, cancel.signal)
    cancel.abort()
    expect(await result).toMatchObject({ status: null, error: 'cancelled' })
  })

  it('the judged address is the one that is dialled, after a single look-up', async () => {
    const port = await receiver((_, response) => response.end('ok'))
    const { dial, dialled } = dialler(port)
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    let lookUps = 0
    const resolve = async () => answers[lookUps++] ?? []
    expect((await post('https://shop.example/', { resolve, dial })).status).toBe(200)
    expect(dialled).toEqual(['93.184.216.34'])
    expect(lookUps).toBe(1)
    // The name now points inside: the next connection is judged again.
    expect((await post('https://shop.example/', { resolve, dial })).error).toBe('address_refused')
    expect(dialled).toHaveLength(1)
  })

  it.each([
    ['a private address', ['10.0.0.1']],
    ['a private address behind a public one', ['93.184.216.34', '169.254.169.254']],
    ['the metadata service in IPv6 clothes', ['64:ff9b::a9fe:a9fe']],
    ['loopback mapped into IPv6', ['::ffff:127.0.0.1']],
  ])('a name that resolves to %s is not dialled', async (_, addresses) => {
    const { dial, dialled } = dialler(1)
    const result = await post('https://shop.example/', { resolve: async () => addresses, dial })
    expect(result.error).toBe('address_refused')
    expect(dialled).toEqual([])
  })

  it('a socket whose peer is not the judged address gets no bytes', async () => {
    let calls = 0
    const port = await receiver((_, response) => {
      calls += 1
      response.end()
    })
    const { dial } = dialler(port, '127.0.0.1')
    const result = await post('https://shop.example/', { resolve: async () => ['93.184.216.34'], dial })
    expect(result.error).toBe('address_refused')
    expect(calls).toBe(0)
  })

  it('a name without addresses is reported', async () => {
    const failing = { resolve: () => Promise.reject(new Error('ENOTFOUND')) }
    expect((await post('https://shop.example/', failing)).error).toBe('dns')
    expect((await post('https://shop.example/', { resolve: async () => [] })).error).toBe('dns')
  })

  it.each(['http://localhost:1/', 'https://127.0.0.1/', 'https://[::1]/', 'https://user@shop.example/'])(
    'a URL is judged again when it is sent: %s outside test mode',
    async (url) => {
      expect((await post(url, { testMode: false })).error).toBe('address_refused')
    },
  )
})
