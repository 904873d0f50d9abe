import { createServer, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filterRequest } from './http-server'

let port = 0
const server = createServer((incoming, response) => {
  if (filterRequest(incoming, response, new URL(`http://localhost:${port}`))) return
  response.end(`handled for ${incoming.headers['x-checkout-peer']}`)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => void server.close())

type Asked = { host: string; path?: string; method?: string; accept?: string }

function ask({ host, path = '/', method = 'GET', accept = 'text/html,*/*' }: Asked) {
  return new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', path, method, headers: { host, accept }, setHost: false },
      (answer) => {
        answer.resume()
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location })
      },
    )
    sent.on('error', reject).end()
  })
}

test('a page requested under another loopback name is redirected to the configured one, with path and query', async () => {
  for (const host of [`127.0.0.1:${port}`, `[::1]:${port}`]) {
    expect(await ask({ host, path: '/payments?q=%C3%A9' })).toEqual({
      status: 307,
      location: `http://localhost:${port}/payments?q=%C3%A9`,
    })
  }
})

test('requests to the configured name, to other hosts and ports, forms and data are handled unchanged', async () => {
  const handled = { status: 200, location: undefined }
  const other = `127.0.0.1:${port}`
  expect(await ask({ host: `localhost:${port}` })).toEqual(handled)
  expect(await ask({ host: 'pay.example.com' })).toEqual(handled)
  expect(await ask({ host: '127.0.0.1:1' })).toEqual(handled)
  expect(await ask({ host: 'a b' })).toEqual(handled)
  expect(await ask({ host: other, method: 'POST' })).toEqual(handled)
  expect(await ask({ host: other, accept: 'application/json' })).toEqual(handled)
})

test('a path that cannot be decoded is not found; every other path is handled', async () => {
  const origin = `http://127.0.0.1:${port}`
  for (const path of ['/payments/%ff', '/%', '/%E0%A4%A']) {
    const answer = await fetch(origin + path)
    expect([answer.status, (await answer.json()).error.code]).toEqual([404, 'resource_not_found'])
  }
  for (const path of ['/payments/%C3%A9', '/?q=%ff', '/'])
    expect(await (await fetch(origin + path)).text()).toMatch(/^handled/)
})

test('the peer address replaces the text that a client sends under the header’s name', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-checkout-peer': '203.0.113.1' } })
  expect(await answer.text()).toBe('handled for 127.0.0.1')
})
