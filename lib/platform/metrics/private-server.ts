import { once } from 'node:events'
import { createServer } from 'node:http'
import { collectDefaultMetrics, Gauge, register } from 'prom-client'
import type { PoolUse } from '@/lib/platform/database'
import { answerHealth } from '@/lib/platform/http-server'

/** Processes in the order of their ports, from METRICS_PORT. */
const PROCESSES = ['web', 'api', 'worker'] as const

/** Value of a gauge that is computed when the metrics are read, with its labels. */
export interface Figure {
  name: string
  help: string
  value: number
  labels?: Readonly<Record<string, string>>
}

interface PrivateServerOptions {
  process: (typeof PROCESSES)[number]
  env: { METRICS_PORT?: number | undefined; HOST: string }
  databases: readonly { poolUse(): PoolUse[] }[]
  /** Returns whether the process should get work; 503 at `/readyz` if not. */
  isReady: () => Promise<boolean>
  /** Returns whether the process still works; 503 at `/healthz` if not. */
  isAlive?: () => boolean
  /** Returns figures of the deployment. */
  read?: () => Promise<Figure[]>
}

/**
 * Serves `/metrics`, `/healthz` and `/readyz` of a process on its private port; nothing without METRICS_PORT. Throws if
 * the port is in use. @returns a function that ends the server
 */
export async function servePrivately(options: PrivateServerOptions): Promise<() => void> {
  const { process: name, env, isReady, isAlive = () => true } = options
  if (env.METRICS_PORT === undefined) return () => {}
  register.setDefaultLabels({ process: name })
  collectDefaultMetrics()
  const figures = new FigureGauges(options)
  const server = createServer((request, response) => {
    if (answerHealth(request, response, isReady, isAlive)) return
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    figures
      .update()
      .then(() => register.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
        () => response.writeHead(503).end(),
      )
  })
  server.listen(env.METRICS_PORT + PROCESSES.indexOf(name), env.HOST)
  await once(server, 'listening')
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/** Gauges of values that nothing counts as they change. */
class FigureGauges {
  readonly #gauges = new Map<string, Gauge>()
  readonly #options: PrivateServerOptions

  constructor(options: PrivateServerOptions) {
    this.#options = options
  }

  async update(): Promise<void> {
    const { databases, read } = this.#options
    const pools = databases.flatMap((database) => database.poolUse())
    const found = read ? await read().catch(() => null) : []
    const figures = [
      ...pools.flatMap(figuresOfPool),
      ...(found ?? []),
      {
        name: 'checkout_figures_read',
        help: '1 if the figures of the database were read',
        value: found ? 1 : 0,
      },
    ]
    // A value that is gone, such as the overdue job of before, must not stay.
    for (const gauge of this.#gauges.values()) gauge.reset()
    for (const { name, help, labels = {}, value } of figures)
      this.#gauge(name, help, labels).set(labels, value)
  }

  #gauge(name: string, help: string, labels: object): Gauge {
    const known = this.#gauges.get(name)
    if (known) return known
    const gauge = new Gauge({ name, help, labelNames: Object.keys(labels) })
    this.#gauges.set(name, gauge)
    return gauge
  }
}

function figuresOfPool({ pool, busy, idle, waiting }: PoolUse): Figure[] {
  const help = 'Connections of a pool, by state'
  const name = 'checkout_database_connections'
  return [
    { name, help, labels: { pool, state: 'busy' }, value: busy },
    { name, help, labels: { pool, state: 'idle' }, value: idle },
    {
      name: 'checkout_database_waiting',
      help: 'Requests that wait for a connection of a pool',
      labels: { pool },
      value: waiting,
    },
  ]
}
