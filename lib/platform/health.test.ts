import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { answerHealth } from './http-server'

it('readiness follows its process, liveness does not, and every other request is passed to the server', async () => {
  let isReady = true
  const server = createServer((request, response) => {
    if (!answerHealth(request, response, async () => isReady)) response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  // A listening TCP server has such an address.
  const { port } = server.address() as AddressInfo
  const statuses = () =>
    Promise.all(
      ['/healthz', '/readyz', '/readyz/more'].map(
        async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status,
      ),
    )
  expect(await statuses()).toEqual([200, 200, 404])
  isReady = false
  expect(await statuses()).toEqual([200, 503, 404])
})
