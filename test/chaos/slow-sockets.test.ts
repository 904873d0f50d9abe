import * as fs from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '@/scripts/stamps.mjs'
import { sessionToken } from '@/test/fixtures/session-token'
import { type ResponseCounts, send } from './chaos-clients'
import { type Deployment, type ManagedProcess, startDeployment } from './deployment'
import { type Merchant, openMerchant } from './merchant'

/** `CHAOS=1 npx vitest run test/chaos/slow-sockets.test.ts` (docs/reliability.md) */
const IS_WANTED = process.env.CHAOS === '1'
const SOCKETS = Number(process.env.SOCKETS ?? 1_000)
const HEALTHY_REQUESTS = 100
const HOLD_MS = 20_000
const DRIP_MS = 1_000
/** Responses that a reader who reads none requests over one connection. */
const PIPELINED = 20
const TEST_MS = 600_000

describe.skipIf(!IS_WANTED)(`${SOCKETS} slow sockets`, () => {
  const responseCounts: ResponseCounts = new Map()
  let deployment: Deployment
  let merchant: Merchant
  let cookie = ''
  /** Key of the slow clients: each key has a limit of concurrent requests. */
  let slowKey = ''

  beforeAll(async () => {
    deployment = await startDeployment({ count: { api: 1, worker: 1, web: 1 } })
    merchant = await openMerchant(deployment, responseCounts, ['4242424242424242'])
    const { dashboard, ctx } = merchant
    const token = await sessionToken(dashboard, ctx.userId, deployment.env.NEXTAUTH_SECRET ?? '')
    const made = await deployment.operator('key', 'create', '--account', merchant.accountId, '--name', 'slow')
    // The command's own output, which its tests describe.
    slowKey = (made as { api_key: string }).api_key
    cookie = `next-auth.session-token=${token}`
  }, TEST_MS)
  afterAll(async () => {
    await merchant?.close()
    await deployment?.stop()
  }, TEST_MS)

  test.each(['api', 'web'] as const)(
    'slow sockets leave the %s process with bounded memory and its other clients served',
    async (kind) => {
      const managed = deployment.processes.find((each) => each.kind === kind)
      if (!managed) throw new Error(`there is no ${kind} process`)
      const healthy = () => queryHealth(managed)
      await healthy()
      const before = { p99: await healthy(), mib: memoryMib(managed) }
      const sockets = openSlow(managed, kind)
      await setTimeout(HOLD_MS)
      const during = {
        p99: await healthy(),
        mib: memoryMib(managed),
        open: sockets.filter(({ destroyed }) => !destroyed).length,
      }
      for (const socket of sockets) socket.destroy()
      await setTimeout(DRIP_MS)
      console.table({
        [`${kind} before`]: before,
        [`${kind} during`]: during,
        after: { p99: await healthy(), mib: memoryMib(managed) },
      })
      // Idle ones stay open, because proxies reuse them.
      expect(during.open).toBeGreaterThanOrEqual(SOCKETS / 4)
      expect([...responseCounts.keys()].filter((name) => / (none|5\d\d)/.test(name))).toEqual([])
      // Each unread response holds a buffer of 64 KiB.
      expect(during.mib - before.mib).toBeLessThan((SOCKETS / 4) * PIPELINED * 0.1 + 100)
    },
    TEST_MS,
  )

  const pathOf = (kind: string) =>
    kind === 'api' ? '/api/v1/payments?limit=10' : '/casa-verde/data/payments/list'
  const headersOf = (kind: string, key = merchant.shop.key): Record<string, string> =>
    kind === 'api' ? { Authorization: `Bearer ${key}` } : { Cookie: cookie }

  /** Returns the 99th percentile of a client's waiting times in milliseconds. */
  async function queryHealth({ kind, port }: ManagedProcess): Promise<number> {
    const waits: number[] = []
    for (let request = 0; request < HEALTHY_REQUESTS; request += 1) {
      const from = performance.now()
      const answer = await send({ responseCounts }, kind, `http://127.0.0.1:${port}${pathOf(kind)}`, {
        headers: headersOf(kind),
      })
      expect(answer?.status).toBe(200)
      waits.push(performance.now() - from)
    }
    return Math.round(waits.toSorted((a, b) => a - b)[Math.floor(HEALTHY_REQUESTS * 0.99) - 1] ?? 0)
  }

  /**
   * Opens a quarter each: heads and bodies that arrive byte by byte, readers that read nothing, idle keep-alive
   * connections.
   */
  function openSlow({ port }: ManagedProcess, kind: string): Socket[] {
    const post = kind === 'api' ? '/api/v1/payment_links' : '/pay/link_none/attempt'
    const lines = Object.entries(headersOf(kind, slowKey)).map(([name, value]) => `${name}: ${value}\r\n`)
    const head = `Host: localhost:${port}\r\n${lines.join('')}`
    const large = kind === 'api' ? '/api/v1/openapi.json' : largestScript()
    const kinds: ((socket: Socket) => void)[] = [
      (socket) => drip(socket, `GET ${pathOf(kind)} HTTP/1.1\r\nX-Slow: `),
      (socket) =>
        drip(
          socket,
          `POST ${post} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n`,
        ),
      (socket) => void socket.pause().write(`GET ${large} HTTP/1.1\r\n${head}\r\n`.repeat(PIPELINED)),
      (socket) => void socket.resume().write(`GET /healthz HTTP/1.1\r\n${head}\r\n`),
    ]
    return Array.from({ length: SOCKETS }, (_, number) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.on('connect', () => kinds[number % kinds.length]?.(socket))
      return socket
    })
  }
})

function drip(socket: Socket, first: string): void {
  socket.resume().write(first)
  const timer = setInterval(() => socket.write('x'), DRIP_MS)
  socket.on('close', () => clearInterval(timer))
}

/** Returns the path of the largest script of the pages. */
function largestScript(): string {
  const folder = path.join(ROOT, '.next/static/chunks')
  const sizes = fs.readdirSync(folder).map((name) => ({ name, ...fs.statSync(path.join(folder, name)) }))
  return `/_next/static/chunks/${sizes.toSorted((a, b) => b.size - a.size)[0]?.name}`
}

/** Returns the resident memory of a process. */
function memoryMib({ pid }: ManagedProcess): number {
  const kib = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kib) / 1_024)
}
