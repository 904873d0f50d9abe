import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { httpRequest, runLoad } from './run-load'

async function serve(listener: RequestListener, requestsMax = 0): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  server.maxRequestsPerSocket = requestsMax
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

it('each request is sent once, and responses are counted, whole or in chunks', async () => {
  const bodies: string[] = []
  const url = await serve(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(body)
    if (bodies.length % 2) return void response.writeHead(201, { 'content-length': 5 }).end('whole')
    response.writeHead(201).write('in two ')
    setImmediate(() => response.end('parts'))
  })
  const requests = Array.from({ length: 40 }, (_, index) =>
    httpRequest('POST', `${url}/things`, { 'Content-Type': 'text/plain' }, `body ${index}`),
  )
  const result = await runLoad({
    url,
    connections: 4,
    seconds: 10,
    status: 201,
    next: () => requests.pop() ?? null,
  })
  expect(result.requests).toBe(40)
  expect(result.bodyBytes).toBe(20 * 5 + 20 * 12)
  expect(new Set(bodies).size).toBe(40)
})

it('a connection that the server ends after a response is replaced', async () => {
  let left = 10
  const url = await serve((_, response) => response.end('fine'), 3)
  const request = httpRequest('GET', url, {})
  const next = () => (left-- > 0 ? request : null)
  expect(await runLoad({ url, connections: 2, seconds: 10, status: 200, next })).toMatchObject({
    requests: 10,
  })
})

it('the load stops when its time is over', async () => {
  const url = await serve((_, response) => response.end('fine'))
  const request = httpRequest('GET', url, {})
  const result = await runLoad({ url, connections: 2, seconds: 0.1, status: 200, next: () => request })
  expect(result.requests).toBeGreaterThan(2)
  expect(result.seconds).toBeLessThan(2)
})

it('a response with another status is not counted and fails the run with its content', async () => {
  const url = await serve((_, response) => response.writeHead(500).end('broken'))
  const request = httpRequest('GET', url, {})
  const load = { url, connections: 2, seconds: 1, status: 200, next: () => request }
  await expect(runLoad(load)).rejects.toThrow(/500.*broken/s)
})
