import { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { getCloneableBody } from 'next/dist/server/body-streams'
import { afterEach, expect, test } from 'vitest'
import nextConfig from '@/next.config.mjs'
import { config as proxyConfig } from '@/proxy'
import { setPeerAddress } from './peer-address'
import { type Bounds, RequestBounds, WEB_BOUNDS } from './request-bounds'

const MIB = 1_024 * 1_024
const SOCKETS = 200
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Starts a server that reads bodies as Next does before its proxy, behind the bounds of the web process. */
async function start(over: Partial<Bounds> = {}, trustedProxies = '') {
  let buffered = 0
  let mostBuffered = 0
  let begun = 0
  const server = createServer((request, response) => {
    setPeerAddress(request)
    bounds.admit(request, response, () => read(request, response))
  })
  const read = (request: IncomingMessage, response: ServerResponse) => {
    begun += 1
    const body = getCloneableBody(request, nextConfig.experimental?.proxyClientMaxBodySize as number)
    body.cloneBodyStream()
    let own = 0
    request.on('data', ({ length }: Buffer) => {
      own += length
      buffered += length
      mostBuffered = Math.max(mostBuffered, buffered)
    })
    response.once('close', () => {
      buffered -= own
    })
    request.once('end', async () => {
      if (request.url === '/slow') await setTimeout(1_500)
      response.end(`read ${own}`)
    })
    if (isRead(request)) response.end('page')
  }
  const bounds = new RequestBounds(server, trustedProxies, { ...WEB_BOUNDS, ...over })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  // The address of a listening TCP server always has this type.
  const { port } = server.address() as AddressInfo
  return { port, bounds, mostBuffered: () => mostBuffered, begun: () => begun }
}

const isRead = ({ method }: IncomingMessage) => method === 'GET'

/** Opens a socket that sends a head and then `bytes` of a body in pieces, until the server ends it. */
function open(
  port: number,
  head: string,
  bytes: number,
  pieces = 10,
): { socket: Socket; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  socket.on('error', () => {})
  const answer = new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
  socket.on('connect', async () => {
    socket.write(`POST /sign-in HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`)
    const isChunked = head.includes('chunked')
    const piece = Buffer.alloc(Math.ceil(bytes / pieces), 'x')
    for (let sent = 0; sent < pieces && socket.writable; sent += 1) {
      socket.write(isChunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece)
      await setTimeout(10)
    }
  })
  closers.push(() => socket.destroy())
  return { socket, answer }
}

const page = async (port: number) => {
  const from = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/pay/link`)
  return { text: await response.text(), ms: performance.now() - from }
}

test('200 sockets that announce 10 MB each are refused before a byte is kept, and a page still answers', async () => {
  const { port, mostBuffered } = await start()
  const sockets = Array.from({ length: SOCKETS }, () => open(port, 'Content-Length: 10485760', MIB / 4))
  const { text, ms } = await page(port)
  expect(text).toBe('page')
  // Both sides run in this process.
  expect(ms).toBeLessThan(10_000)
  const answers = await Promise.all(sockets.map(({ answer }) => answer))
  expect(answers.filter((answer) => answer !== '' && !answer.startsWith('HTTP/1.1 413'))).toEqual([])
  expect(mostBuffered()).toBe(0)
}, 30_000)

test('200 slow bodies of an allowed length keep no more than the bounds of their client', async () => {
  const { port, bounds, mostBuffered, begun } = await start()
  const sockets = Array.from({ length: SOCKETS }, () => open(port, `Content-Length: ${MIB}`, MIB * 0.9))
  expect((await page(port)).text).toBe('page')
  await setTimeout(1_500)
  // The page alone: a request whose body never ends is no work for Next.
  expect(begun()).toBe(1)
  expect(mostBuffered()).toBeLessThanOrEqual(WEB_BOUNDS.clientBytesMax + MIB)
  expect(sockets.filter(({ socket }) => !socket.closed).length).toBeLessThanOrEqual(
    WEB_BOUNDS.clientBodiesMax,
  )
  for (const { socket } of sockets) socket.destroy()
  await setTimeout(300)
  expect(bounds.bytes).toBe(0)
}, 30_000)

test('a body without a declared length is cut at the limit, with an answer', async () => {
  const { port, mostBuffered } = await start()
  const { answer } = open(port, 'Transfer-Encoding: chunked', 4 * MIB, 40)
  expect(await answer).toMatch(/^HTTP\/1\.1 413 .*body_too_large/s)
  expect(mostBuffered()).toBeLessThanOrEqual(WEB_BOUNDS.bodyBytesMax)
})

test('an allowed body is read whole, and its bytes are free afterwards', async () => {
  const { port, bounds } = await start()
  const url = `http://127.0.0.1:${port}/import`
  for (const body of ['x'.repeat(MIB), 'x'])
    expect(await (await fetch(url, { method: 'POST', body })).text()).toBe(`read ${body.length}`)
  expect(bounds.bytes).toBe(0)
})

test('requests whose bodies have arrived are not counted as arriving, however long their responses take', async () => {
  const { port } = await start({ clientBodiesMax: 20 })
  const post = () => fetch(`http://127.0.0.1:${port}/slow`, { method: 'POST', body: 'event' })
  const some = () => Array.from({ length: 20 }, post)
  const first = some()
  await setTimeout(500)
  const responses = await Promise.all([...first, ...some()])
  expect(responses.filter(({ status }) => status !== 200)).toEqual([])
})

test('behind a trusted proxy the bounds are of each forwarded client, and the one that holds most loses', async () => {
  const { port, bounds } = await start({ bytesMax: 2 * MIB }, '127.0.0.1')
  const from = (client: string) => `X-Forwarded-For: ${client}\r\nContent-Length: ${MIB}`
  const small = open(port, from('198.51.100.7'), 2_000, 1)
  const large = Array.from({ length: 3 }, () => open(port, from('198.51.100.8'), 0.9 * MIB))
  expect(await Promise.all(large.map(({ answer }) => answer))).toEqual(['', '', ''])
  expect(small.socket.closed).toBe(false)
  expect(bounds.bytes).toBe(2_000)
})

test('a client beyond its bytes sends no further body for a while, and others do', async () => {
  const { port } = await start({ clientBytesMax: MIB / 2, clientPauseMs: 1_000 }, '127.0.0.1')
  const post = (client: string, body = 'x') =>
    fetch(`http://127.0.0.1:${port}/import`, { method: 'POST', body, headers: { 'X-Forwarded-For': client } })
  await post('198.51.100.8', 'x'.repeat(MIB)).catch(() => {})
  expect((await post('198.51.100.8')).status).toBe(429)
  expect((await post('198.51.100.7')).status).toBe(200)
  await setTimeout(1_000)
  expect((await post('198.51.100.8')).status).toBe(200)
})

test('a peer has a bounded number of sockets, unless it is a proxy or this machine', async () => {
  const { port } = await start({ peerSocketsMax: 1 })
  expect(await Promise.all([page(port), page(port)])).toHaveLength(2)
  const dropped: string[] = []
  const listener = new EventEmitter()
  new RequestBounds(listener, '192.0.2.1', { ...WEB_BOUNDS, peerSocketsMax: 2 })
  const addresses = [
    '203.0.113.5',
    '192.0.2.1',
    '::ffff:203.0.113.5',
    '203.0.113.5',
    '192.0.2.1',
    '192.0.2.1',
  ]
  for (const remoteAddress of addresses)
    listener.emit('connection', { remoteAddress, once: () => {}, destroy: () => dropped.push(remoteAddress) })
  expect(dropped).toEqual(['203.0.113.5'])
})

test('an upload of evidence may have 5 MiB, at its own address and no other', async () => {
  const { port, bounds } = await start()
  const post = async (path: string, bytes: number) => {
    const url = `http://127.0.0.1:${port}${path}`
    return (await fetch(url, { method: 'POST', body: Buffer.alloc(bytes) }).catch(() => null))?.status
  }
  const upload = '/acme/payments/pay_1/evidence'
  // The reader of this test buffers as Next does for its proxy, so its answer shows the cut; the status shows the bounds.
  expect(await post(`${upload}?name=a.pdf`, 5 * MIB)).toBe(200)
  expect(await post(upload, 5 * MIB + 1)).not.toBe(200)
  for (const other of [`${upload}/x`, '/acme/payments/pay_1', `/acme/links${upload}`, `/x?${upload}`])
    expect([other, await post(other, 2 * MIB)]).not.toContain(200)
  expect(bounds.bytes).toBe(0)
})

test('no proxy of Next, which would cut a long body, reads an upload of evidence', () => {
  const [matcher = ''] = proxyConfig.matcher
  const matches = (path: string) => new RegExp(`^${matcher}$`).test(path)
  expect(matches('/acme/payments/pay_1/evidence')).toBe(false)
  for (const page of ['/acme/payments/pay_1', '/acme/payments/evidence', '/acme/payments/pay_1/evidence/x'])
    expect([page, matches(page)]).toEqual([page, true])
})

test("Next buffers no more than the web server's limit", () => {
  expect(nextConfig.experimental?.proxyClientMaxBodySize).toBe(WEB_BOUNDS.bodyBytesMax)
})
