import { createServer, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leadToOwnAddress } from './own-address'

const server = createServer((_, response) => response.end('handled'))
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
  leadToOwnAddress(`http://localhost:${port}`)
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

test('a page asked for at another name of loopback is led to the own one, with its path and query', async () => {
  for (const host of [`127.0.0.1:${port}`, `[::1]:${port}`]) {
    expect(await ask({ host, path: '/payments?q=%C3%A9' })).toEqual({
      status: 307,
      location: `http://localhost:${port}/payments?q=%C3%A9`,
    })
  }
})

test('the own name, other hosts and ports, forms and what is no page are handled as they come', async () => {
  const handled = { status: 200, location: undefined }
  const other = `127.0.0.1:${port}`
  expect(await ask({ host: `localhost:${port}` })).toEqual(handled)
  expect(await ask({ host: 'pay.example.com' })).toEqual(handled)
  expect(await ask({ host: '127.0.0.1:1' })).toEqual(handled)
  expect(await ask({ host: 'a b' })).toEqual(handled)
  expect(await ask({ host: other, method: 'POST' })).toEqual(handled)
  expect(await ask({ host: other, accept: 'application/json' })).toEqual(handled)
})
