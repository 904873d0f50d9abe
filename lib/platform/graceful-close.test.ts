import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { gracefulClose } from './http-server'

afterEach(() => {
  vi.useRealTimers()
})

it('a server that ends cuts off streams soon, and lets a charge finish within its longer time limit', async () => {
  const underWay = new Map<string, ServerResponse>()
  const server = createServer((request, response) => {
    underWay.set(request.url ?? '', response)
    if (request.method === 'GET') response.write('begun')
    server.emit('under-way')
  })
  const isWrite = (url: string) => url === '/return'
  const end = gracefulClose(server, { readMs: 4_000, writeMs: 18_000, isWrite })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const send = async (path: string, method: string) => {
    const begun = once(server, 'under-way')
    const answer = fetch(`http://127.0.0.1:${port}${path}`, { method }).then((response) => response.text())
    const outcome = answer.catch(() => 'cut off')
    await begun
    return outcome
  }
  // A promise inside an array is not awaited by its sender.
  const [stream, charge, stuck, back] = [
    [send('/live', 'GET')],
    [send('/charge', 'POST')],
    [send('/stuck', 'POST')],
    [send('/return', 'GET')],
  ]
  await vi.waitFor(() => expect(underWay.size).toBe(4))

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ended = end()
  vi.advanceTimersByTime(4_000)
  expect(await stream[0]).toBe('cut off')
  vi.advanceTimersByTime(12_000)
  underWay.get('/charge')?.end('paid')
  expect(await charge[0]).toBe('paid')
  underWay.get('/return')?.end(' and paid')
  expect(await back[0]).toBe('begun and paid')
  vi.advanceTimersByTime(2_000)
  expect(await stuck[0]).toBe('cut off')
  await ended
})
