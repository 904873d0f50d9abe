import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { fillHeaders } from './http-server'

const open: ReturnType<typeof createServer>[] = []
afterAll(() => {
  for (const server of open) server.close()
})

/** Returns the headers of the response that `handle` writes, as the client receives them. */
async function answered(handle: RequestListener, isSecure = false): Promise<Headers> {
  const server = createServer((request, response) => {
    fillHeaders(response, isSecure)
    handle(request, response)
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return (await fetch(`http://127.0.0.1:${port}/`)).headers
}

test.each<[string, RequestListener]>([
  ['writeHead', (_, response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('no')],
  ['a status text', (_, response) => response.writeHead(500, 'Broken').end()],
  ['no head of its own', (_, response) => void Object.assign(response, { statusCode: 413 }).end('no')],
])('an error written with %s may not run scripts, be framed or be stored', async (_, handle) => {
  const headers = await answered(handle)
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('strict-transport-security')).toBeNull()
})

test('a page keeps its own policy and caching, and promises HTTPS if browsers use it', async () => {
  const own = { 'content-security-policy': "script-src 'self'", 'cache-control': 'public, max-age=60' }
  const headers = await answered((_, response) => response.writeHead(200, own).end(), true)
  expect(headers.get('content-security-policy')).toBe(own['content-security-policy'])
  expect(headers.get('cache-control')).toBe(own['cache-control'])
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
})
