import * as fs from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseCounts } from './chaos-clients'
import { type Deployment, startDeployment } from './deployment'
import { type Merchant, openMerchant } from './merchant'

/** `CHAOS=1 npx vitest run test/chaos/large-bodies.test.ts` (docs/reliability.md) */
const IS_WANTED = process.env.CHAOS === '1'
const SOCKETS = Number(process.env.SOCKETS ?? 200)
const PAGES = 30
const HOLD_MS = 10_000
const PIECE = Buffer.alloc(64 * 1_024, 'x')
const PIECE_MS = 50
const TEST_MS = 600_000
/** Memory of 200 sockets and of the bodies that one client may hold, with room for the collector. */
const GROWTH_MIB_MAX = 60

const heads = {
  'announced bodies of 10 MB': 'Content-Length: 10485760',
  'bodies without a length': 'Transfer-Encoding: chunked',
  'slow bodies of an allowed length': 'Content-Length: 1048576',
}

describe.skipIf(!IS_WANTED)(`${SOCKETS} sockets with large bodies`, () => {
  const responseCounts: ResponseCounts = new Map()
  let deployment: Deployment
  let merchant: Merchant
  let payerPath = ''

  beforeAll(async () => {
    deployment = await startDeployment({ count: { api: 1, worker: 1, web: 1 } })
    merchant = await openMerchant(deployment, responseCounts, ['4242424242424242'])
    const response = await fetch(`${deployment.apiUrl}/api/v1/payment_links`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${merchant.shop.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'Dinner for two', amount: 12 }),
    })
    const { id } = (await response.json()) as { id: string }
    payerPath = `/pay/${id}`
  }, TEST_MS)
  afterAll(async () => {
    await merchant?.close()
    await deployment?.stop()
  }, TEST_MS)

  test.each(Object.entries(heads))(
    '%s leave the memory of the web process flat and a payer’s page served',
    async (_, head) => {
      const web = deployment.processes.find(({ kind }) => kind === 'web')
      if (!web) throw new Error('there is no web process')
      const { port } = web
      await pageTimes(port)
      const before = { slowestMs: await pageTimes(port), mib: memoryMib(web.pid) }
      const sockets = Array.from({ length: SOCKETS }, () => send(port, head))
      await setTimeout(HOLD_MS / 2)
      const during = { slowestMs: await pageTimes(port), mib: memoryMib(web.pid) }
      await setTimeout(HOLD_MS / 2)
      during.mib = Math.max(during.mib, memoryMib(web.pid))
      for (const socket of sockets) socket.destroy()
      console.table({ before, during })
      expect(during.mib - before.mib).toBeLessThan(GROWTH_MIB_MAX)
      expect(during.slowestMs).toBeLessThan(2_000)
    },
    TEST_MS,
  )

  /** Returns the longest time of a payer's page in milliseconds. */
  async function pageTimes(port: number): Promise<number> {
    let slowest = 0
    for (let page = 0; page < PAGES; page += 1) {
      const from = performance.now()
      const response = await fetch(`http://127.0.0.1:${port}${payerPath}`)
      expect(response.status).toBe(200)
      await response.text()
      slowest = Math.max(slowest, performance.now() - from)
    }
    return Math.round(slowest)
  }
})

/** Opens a socket that sends a body piece by piece until it is ended. */
function send(port: number, head: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.resume()
  const isChunked = head.includes('chunked')
  socket.on('connect', () => {
    socket.write(
      `POST /sign-in HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: text/plain\r\n${head}\r\n\r\n`,
    )
    let pieces = 0
    const timer = setInterval(() => {
      pieces += 1
      // One byte less than an allowed length keeps the request open.
      if (!isChunked && pieces * PIECE.length >= 1_048_576 && head.endsWith('1048576')) return
      if (isChunked) socket.write(`${PIECE.length.toString(16)}\r\n`)
      socket.write(PIECE)
      if (isChunked) socket.write('\r\n')
    }, PIECE_MS)
    socket.on('close', () => clearInterval(timer))
  })
  return socket
}

/** Returns the resident memory of a process. */
function memoryMib(pid: number | null): number {
  const kib = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kib) / 1_024)
}
