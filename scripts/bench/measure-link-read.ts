import { makeLink } from '@/prisma/demo/seed-context'
import { startApiServers } from './api-servers'
import { type BenchContext, CONNECTIONS } from './bench-context'
import type { Figure } from './figure'
import { ratioFigure } from './ratio-figure'
import { requireLimiter } from './require-limiter'
import { alternateRounds, type Side } from './rounds'
import { httpRequest, runLoad } from './run-load'
import type { ServerProcess } from './server-process'

const GOAL = 0.45
const LINKS = 200

/** Measures an authenticated read of one link against a minimal server that returns the same body. */
export async function measureLinkRead(bench: BenchContext): Promise<Figure[]> {
  const paths: string[] = []
  for (let index = 0; index < LINKS; index += 1) {
    const link = await makeLink(bench.seedContext, bench.account, { metadata: { order: 1_000 + index } })
    paths.push(`/api/v1/payment_links/${link.id}`)
  }
  const headers = { Authorization: `Bearer ${bench.apiKey}` }
  const servers = await startApiServers(bench)
  try {
    await requireLimiter(servers.ours.url, bench.apiKey)
    for (const path of paths.slice(0, 3)) {
      const [ours, baseline] = await Promise.all(
        [servers.ours, servers.baseline].map(async ({ url }) =>
          (await fetch(url + path, { headers })).text(),
        ),
      )
      if (ours !== baseline)
        throw new Error(`The baseline and the API return different bodies:\n${ours}\n${baseline}`)
    }
    const side = (server: ServerProcess): Side => {
      const requests = paths.map((path) => httpRequest('GET', server.url + path, headers))
      let at = 0
      const next = () => requests[at++ % requests.length] ?? null
      return {
        server,
        run: (seconds) => runLoad({ url: server.url, connections: CONNECTIONS, seconds, status: 200, next }),
      }
    }
    const sampled = await alternateRounds(side(servers.ours), side(servers.baseline), bench.options)
    const how = `GET /payment_links/{id} with a key, ${LINKS} links in turn; bare node:http, one prepared SELECT, the same body without a key`
    return [ratioFigure({ name: 'authenticated link read, limiter on', goal: GOAL, how }, sampled)]
  } finally {
    await servers.stop()
  }
}
