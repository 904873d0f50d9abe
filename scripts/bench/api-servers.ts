import path from 'node:path'
import { freePort } from '@/scripts/ports.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import { processCommands } from '@/scripts/supervise.mjs'
import { type BenchContext, profileArgs } from './bench-context'
import { type ServerProcess, startServerProcess } from './server-process'

export interface ApiServers {
  ours: ServerProcess
  baseline: ServerProcess
  stop(): Promise<void>
}

/** Starts our API process as `npm start` does; over another database if `env` names one. */
export function startApi(bench: BenchContext, env: Partial<NodeJS.ProcessEnv> = {}): Promise<ServerProcess> {
  const { folder, environment, port } = bench
  const apiPort = Number(env.API_PORT ?? bench.apiPort)
  const command = processCommands({ host: '127.0.0.1', port, apiPort }).api
  return startServerProcess({
    name: `api-${apiPort}`,
    args: [...profileArgs(bench), ...command.args],
    env: { ...environment, ...env },
    port: apiPort,
    readyPath: '/healthz',
    folder,
  })
}

/** Starts our API and the baseline, over the same database with the same pool. */
export async function startApiServers(bench: BenchContext): Promise<ApiServers> {
  const { folder, environment } = bench
  const ours = await startApi(bench)
  try {
    const baselinePort = await freePort()
    const baseline = await startServerProcess({
      name: 'baseline-api',
      args: [path.join(ROOT, 'scripts/bench/baseline-api.mjs')],
      env: { ...environment, API_PORT: String(baselinePort), ACCOUNT_ID: bench.account.id },
      port: baselinePort,
      readyPath: '/api/v1/payment_links/none',
      folder,
    })
    return {
      ours,
      baseline,
      async stop() {
        await Promise.all([ours.stop(), baseline.stop()])
      },
    }
  } catch (error) {
    await ours.stop()
    throw error
  }
}
