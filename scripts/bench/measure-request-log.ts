import { makeLink } from '@/prisma/demo/seed-context'
import { freePort } from '@/scripts/ports.mjs'
import { startApi } from './api-servers'
import { type BenchContext, CONNECTIONS } from './bench-context'
import type { Figure } from './figure'
import { ratioFigure } from './ratio-figure'
import { requireLimiter } from './require-limiter'
import { alternateRounds, type Side } from './rounds'
import { httpRequest, runLoad } from './run-load'
import type { ServerProcess } from './server-process'

const GOAL = 0.95
const LINKS = 200

/** Measures an authenticated read with the request log against the same server without it. */
export async function measureRequestLog(bench: BenchContext): Promise<Figure[]> {
  const headers = { Authorization: `Bearer ${bench.apiKey}` }
  const paths: string[] = []
  for (let index = 0; index < LINKS; index += 1) {
    const link = await makeLink(bench.seedContext, bench.account, { metadata: { order: 1_000 + index } })
    paths.push(`/api/v1/payment_links/${link.id}`)
  }
  const logging = await startApi(bench, { REQUEST_LOG: '1' })
  const silent = await startApi(bench, { REQUEST_LOG: '0', API_PORT: String(await freePort()) }).catch(
    async (error) => {
      await logging.stop()
      throw error
    },
  )
  try {
    await requireLimiter(logging.url, bench.apiKey)
    const side = (server: ServerProcess): Side => {
      const requests = paths.map((path) => httpRequest('GET', server.url + path, headers))
      let at = 0
      const next = () => requests[at++ % requests.length] ?? null
      return {
        server,
        run: (seconds) => runLoad({ url: server.url, connections: CONNECTIONS, seconds, status: 200, next }),
      }
    }
    const sampled = await alternateRounds(side(logging), side(silent), bench.options)
    const how = `GET /payment_links/{id} with a key, as many as the server takes; ours writes every call to the log, the baseline is the same server with REQUEST_LOG=0`
    return [ratioFigure({ name: 'authenticated link read, request log on', goal: GOAL, how }, sampled)]
  } finally {
    await Promise.all([logging.stop(), silent.stop()])
  }
}
