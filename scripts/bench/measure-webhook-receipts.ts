import { randomUUID } from 'node:crypto'
import { signingSecretAad } from '@/lib/dashboard/connections/sealed-aad'
import { buildWebIfStale } from '@/scripts/build.mjs'
import { freePort } from '@/scripts/ports.mjs'
import { processCommands } from '@/scripts/supervise.mjs'
import { seedConnection } from '@/test/factories/dashboard'
import { type BenchContext, CONNECTIONS, profileArgs } from './bench-context'
import { buildBaselineWeb } from './build-baseline-apps'
import type { Figure } from './figure'
import { paymentDelivery } from './payment-delivery'
import { ratioFigure } from './ratio-figure'
import { alternateRounds, type Side } from './rounds'
import { runLoad } from './run-load'
import { nextStartArgs, type ServerProcess, startServerProcess } from './server-process'

const GOAL = 0.6
/**
 * Rate above that of a Next route; deliveries are signed before the clock starts, so that the client's work is the same
 * for both.
 */
const DELIVERIES_PER_SECOND_MAX = 4_000

/**
 * Measures signed events of as many payments, mirrored by the built web, against an empty Next app that stores the body.
 */
export async function measureWebhookReceipts(bench: BenchContext): Promise<Figure[]> {
  await buildWebIfStale()
  const baselineFolder = await buildBaselineWeb()
  const secret = `whsec_${randomUUID()}`
  const connectionId = await connectionWith(bench, secret)
  const system = bench.database.as('checkout_dashboard', connectionId)
  await createBaselineTable(bench)

  const ours = await startWeb(bench, 'web', bench.port, undefined)
  try {
    const baseline = await startWeb(bench, 'baseline-web', await freePort(), baselineFolder)
    try {
      let sent = 0
      const side = (server: ServerProcess, count: (requests: number) => void): Side => ({
        server,
        run: async (seconds) => {
          const url = `${server.url}/api/webhooks/${connectionId}`
          const deliveries = Array.from(
            { length: Math.ceil(seconds * DELIVERIES_PER_SECOND_MAX) },
            (_, index) => paymentDelivery({ url, secret }, index),
          )
          const next = () => deliveries.pop() ?? null
          const result = await runLoad({ url, connections: CONNECTIONS, seconds, status: 204, next })
          count(result.requests)
          return result
        },
      })
      const sampled = await alternateRounds(
        side(ours, (requests) => {
          sent += requests
        }),
        side(baseline, () => {}),
        bench.options,
      )
      const { rows } = await system.query<{ mirrored: number }>({
        text: `SELECT count(*)::int AS mirrored FROM dashboard.mirror_payment WHERE connection_id = $1`,
        values: [connectionId],
      })
      if (rows[0]?.mirrored !== sent)
        throw new Error(`${sent} deliveries were taken, ${rows[0]?.mirrored} payments are mirrored.`)
      const how =
        'signed payment.succeeded, each of another payment, to next start, all found in the mirror; an empty Next app with one prepared INSERT of the body'
      return [ratioFigure({ name: 'webhook receipts mirrored', goal: GOAL, how }, sampled)]
    } finally {
      await baseline.stop()
    }
  } finally {
    await ours.stop()
  }
}

function startWeb(
  bench: BenchContext,
  name: string,
  port: number,
  cwd: string | undefined,
): Promise<ServerProcess> {
  const { args } = processCommands({ host: '127.0.0.1', port, apiPort: bench.apiPort }).web
  return startServerProcess({
    name,
    args: cwd ? nextStartArgs(port) : [...profileArgs(bench), ...args],
    env: { ...bench.environment, PORT: String(port) },
    port,
    readyPath: '/api/webhooks/none',
    folder: bench.folder,
    ...(cwd && { cwd }),
  })
}

async function connectionWith({ database, keyring }: BenchContext, secret: string): Promise<string> {
  const now = new Date()
  const { connectionId } = await seedConnection(database, { keyring, now })
  const id = 'ssec_bench'
  await database.as('checkout_dashboard', connectionId).query({
    text: `INSERT INTO dashboard.connection_secret (connection_id, id, sealed, created_at) VALUES ($1, $2, $3, $4)`,
    values: [connectionId, id, keyring.seal(secret, signingSecretAad(connectionId, id)), now],
  })
  return connectionId
}

/** Creates the table of the baseline app, which connects as the tables' owner. */
async function createBaselineTable({ databaseUrl }: BenchContext): Promise<void> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`CREATE SCHEMA IF NOT EXISTS bench`)
    await client.query(`CREATE TABLE IF NOT EXISTS bench.received
      (connection_id text, delivery_id text, body text NOT NULL, PRIMARY KEY (connection_id, delivery_id))`)
  } finally {
    await client.end()
  }
}
