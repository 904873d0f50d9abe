import { startApiServers } from './api-servers'
import { type BenchContext, CONNECTIONS } from './bench-context'
import type { Figure } from './figure'
import { ratioFigure } from './ratio-figure'
import { requireLimiter } from './require-limiter'
import { alternateRounds, type Side } from './rounds'
import { httpRequest, runLoad } from './run-load'
import type { ServerProcess } from './server-process'

const GOAL = 0.4
const BODY = JSON.stringify({
  title: 'Birthday cake',
  amount: 120.5,
  description: 'Chocolate, for twelve',
  max_uses: 3,
  metadata: { order: '1042' },
})

/** Measures the creation of a link against a minimal server that parses the same body and inserts the same row. */
export async function measureLinkCreate(bench: BenchContext): Promise<Figure[]> {
  const headers = { Authorization: `Bearer ${bench.apiKey}`, 'Content-Type': 'application/json' }
  const servers = await startApiServers(bench)
  try {
    await requireLimiter(servers.ours.url, bench.apiKey)
    const [ours, baseline] = await Promise.all(
      [servers.ours, servers.baseline].map(async ({ url }) =>
        withoutIdsAndInstants(
          await (await fetch(`${url}/api/v1/payment_links`, { method: 'POST', headers, body: BODY })).text(),
        ),
      ),
    )
    if (ours !== baseline)
      throw new Error(`The baseline and the API return different bodies:\n${ours}\n${baseline}`)
    const side = (server: ServerProcess): Side => {
      const request = httpRequest('POST', `${server.url}/api/v1/payment_links`, headers, BODY)
      return {
        server,
        run: (seconds) =>
          runLoad({ url: server.url, connections: CONNECTIONS, seconds, status: 201, next: () => request }),
      }
    }
    const sampled = await alternateRounds(side(servers.ours), side(servers.baseline), bench.options)
    const how =
      'POST /payment_links with a key; bare node:http, JSON.parse, one prepared INSERT … RETURNING into the same table, nothing checked'
    return [ratioFigure({ name: 'link creation, limiter on', goal: GOAL, how }, sampled)]
  } finally {
    await servers.stop()
  }
}

/** Returns a response without its ids and instants, whose lengths stay: the rest of two new links is equal. */
function withoutIdsAndInstants(body: string): string {
  return body
    .replace(/pl_\w+/g, (id) => `pl_${'x'.repeat(id.length - 3)}`)
    .replace(/"created_at":"[^"]+Z"/, 'now')
}
