import { randomUUID } from 'node:crypto'
import { makeLink } from '@/prisma/demo/seed-context'
import { startApi } from './api-servers'
import { type BenchContext, CONNECTIONS } from './bench-context'
import { chargeRequest, createPayingCustomer } from './charge-fixture'
import type { Figure } from './figure'
import { residentMiB } from './process-memory'
import { httpRequest, runLoad } from './run-load'
import { singleFigure } from './single-figure'

/**
 * Largest growth: the heap varies by as much between two collections; a leak of a kilobyte per request would add twice
 * that.
 */
const GOAL = 1.25
const BLOCK = 1_000
/** Composition of a thousand requests of a merchant's system. */
const SHARES = { read: 600, list: 200, create: 100, charge: 50, unknown: 50 } as const

/** Measures the resident memory of the API process after mixed requests. */
export async function measureMemory(bench: BenchContext): Promise<Figure[]> {
  const customerId = await createPayingCustomer(bench)
  const link = await makeLink(bench.seedContext, bench.account)
  const api = await startApi(bench)
  try {
    const headers = { Authorization: `Bearer ${bench.apiKey}` }
    const get = (path: string) => httpRequest('GET', `${api.url}/api/v1${path}`, headers)
    const json = { ...headers, 'Content-Type': 'application/json' }
    const [read, list] = [get(`/payment_links/${link.id}`), get('/payments')]
    const kinds: Record<keyof typeof SHARES, readonly [number, () => Buffer]> = {
      read: [200, () => read],
      list: [200, () => list],
      create: [
        201,
        () => {
          const body = JSON.stringify({ title: `Bench ${randomUUID()}`, amount: 12.5 })
          return httpRequest('POST', `${api.url}/api/v1/payment_links`, json, body)
        },
      ],
      charge: [201, () => chargeRequest(bench, api.url, customerId)],
      unknown: [404, () => get(`/payments/pay_${randomUUID()}`)],
    }
    const sendBlock = async () => {
      for (const [kind, share] of Object.entries(SHARES)) {
        // Object.entries loses the type of the table's own names.
        const [status, request] = kinds[kind as keyof typeof SHARES]
        let left: number = share
        const next = () => (left-- > 0 ? request() : null)
        const seconds = Number.POSITIVE_INFINITY
        await runLoad({ url: api.url, connections: Math.min(CONNECTIONS, share), seconds, status, next })
      }
    }
    const sizes: { after: number; mib: number }[] = []
    const stops = bench.options.memoryAfter
    for (let sent = BLOCK; sent <= Math.max(...stops); sent += BLOCK) {
      await sendBlock()
      const mib = stops.includes(sent) && api.pid !== undefined ? residentMiB(api.pid) : null
      if (mib !== null) sizes.push({ after: sent, mib })
    }
    return rowsOf(sizes)
  } finally {
    await api.stop()
  }
}

function rowsOf(sizes: readonly { after: number; mib: number }[]): Figure[] {
  const how =
    'resident memory of the API process; link reads, lists, new links, charges and unknown ids, 32 at once'
  return sizes.map(({ after, mib }, index) => {
    const name = `memory after ${after.toLocaleString('en')} requests`
    const [before] = sizes
    const alone = singleFigure({ name, unit: 'MiB', ours: mib, how })
    if (!before || index === 0 || index < sizes.length - 1) return alone
    return {
      ...alone,
      baseline: before.mib,
      ratio: mib / before.mib,
      goal: { kind: 'at_most', value: GOAL },
      how: `${how}; the baseline is the first of these rows`,
    }
  })
}
