import { execFile } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStripe } from '@/lib/service/processor/stripe/stripe-api'
import { Random } from '@/prisma/demo/random'
import { initPostgres, startPostgres } from '@/scripts/postgres.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import type { ResponseCounts } from '@/test/chaos/chaos-clients'
import { type Deployment, startDeployment } from '@/test/chaos/deployment'
import { type Merchant, openMerchant } from '@/test/chaos/merchant'
import { startLoad, untilFinal } from '@/test/chaos/start-load'
import { stripeEnvironment } from '@/test/chaos/stripe-environment'
import { openSeverableProxy, type SeverableProxy } from '@/test/factories/severable-proxy'
import { type StripeDouble, startStripeDouble } from '@/test/stripe/double'
import { createMethod } from '@/test/stripe/stripe-under-test'
import { archiveFolder, copyServing, onServer, touch } from './copies'

const execute = promisify(execFile)
const FOLDER = path.join('/dev/shm', `checkout-drill-${process.pid}`)
const CARDS = Array.from({ length: 6 }, () => '4242424242424242')
const LOAD_MS = 5_000

// `DRILL=1 npx vitest run test/disaster` (docs/disaster.md).
describe.skipIf(!process.env.DRILL)(
  'a wrong statement is undone by a restore to the second before it',
  () => {
    const responseCounts: ResponseCounts = new Map()
    const archive = path.join(FOLDER, 'archive')
    let double: StripeDouble
    let proxy: SeverableProxy
    let deployment: Deployment
    let merchant: Merchant
    let restored: Awaited<ReturnType<typeof startPostgres>> | undefined

    beforeAll(async () => {
      double = await startStripeDouble({ secretKey: 'sk_live_double' })
      deployment = await startDeployment({
        count: { api: 1, worker: 1, web: 1 },
        env: stripeEnvironment(double),
        folder: path.join(FOLDER, 'primary'),
        async route(url) {
          proxy = await openSeverableProxy(Number(new URL(url).port))
          const routed = new URL(url)
          routed.port = String(proxy.port)
          return routed.href
        },
      })
      const stripe = openStripe({ STRIPE_SECRET_KEY: double.secretKey, STRIPE_API_BASE: double.url })
      merchant = await openMerchant(deployment, responseCounts, CARDS, async (number) => ({
        payment_method: await createMethod(stripe, number),
      }))
      const { postgres } = deployment
      archiveFolder(postgres.dataFolder, archive)
      await onServer(postgres.url, async (client) => {
        await client.query(`ALTER SYSTEM SET archive_mode = 'on'`)
        await client.query(`ALTER SYSTEM SET archive_command = 'cp %p ${archive}/%f'`)
      })
      postgres.kill()
      for (const state of [false, true]) while (postgres.isServing !== state) await setTimeout(20)
    }, 600_000)
    afterAll(async () => {
      await merchant?.close()
      await deployment?.stop()
      await restored?.stop()
      await double?.close()
      fs.rmSync(FOLDER, { recursive: true, force: true })
    }, 120_000)

    /** Returns what `operator check` names, which exits with 1 if there is anything. */
    async function check(): Promise<{ kind: string }[]> {
      const program = [path.join(ROOT, '.build/operator.mjs'), '--json', 'check']
      const options = { cwd: ROOT, env: deployment.env }
      const { stdout } = await execute(process.execPath, program, options).catch((error) => error)
      return JSON.parse(stdout).breaks
    }

    test('the data are as before it, and the check names the money that was captured after it', async () => {
      const { postgres } = deployment
      const base = path.join(FOLDER, 'base')
      await copyServing({ url: postgres.url, folder: postgres.folder }, base, {})
      const load = startLoad(merchant, new Random(Number(process.env.SEED ?? 1)), { buyers: 3, payers: 0 })
      await setTimeout(LOAD_MS)
      await load.end()
      await untilFinal(merchant)
      const capturedBefore = double.books.intents().filter(({ captures }) => captures > 0).length
      const point = await onServer(postgres.url, async (client) => {
        const { rows } = await client.query<{ at: string }>('SELECT clock_timestamp()::text AS at')
        return rows[0]?.at ?? ''
      })
      await setTimeout(1_100)
      await onServer(postgres.url, (client) => client.query(`UPDATE service.customer SET name = 'Oops'`))
      const lost = startLoad(merchant, new Random(2), { buyers: 3, payers: 0 })
      await setTimeout(LOAD_MS)
      await lost.end()
      await untilFinal(merchant)
      const capturedAfter =
        double.books.intents().filter(({ captures }) => captures > 0).length - capturedBefore

      // Nobody may write any more; then the archive is complete.
      const stoppedAt = Date.now()
      await Promise.all(deployment.processes.map((managed) => managed.stop()))
      await onServer(postgres.url, (client) => client.query('SELECT pg_switch_wal()'))
      await postgres.stop()
      const folder = path.join(FOLDER, 'restored')
      fs.renameSync(base, folder)
      const data = initPostgres(folder)
      fs.appendFileSync(
        path.join(data, 'postgresql.auto.conf'),
        `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${point}'\nrecovery_target_action = 'promote'\n`,
      )
      touch(data, 'recovery.signal')
      restored = await startPostgres({ folder })
      const { url } = restored
      await expect
        .poll(
          () =>
            onServer(
              url,
              async (client) => (await client.query('SELECT pg_is_in_recovery() AS is')).rows[0].is,
            ),
          {
            timeout: 60_000,
          },
        )
        .toBe(false)
      proxy.forwardTo(Number(new URL(url).port))
      const servesAt = Date.now()

      const names = await onServer(url, async (client) =>
        (await client.query<{ name: string }>(`SELECT name FROM service.customer`)).rows.map(
          ({ name }) => name,
        ),
      )
      expect(names).not.toContain('Oops')
      const breaks = await check()
      const named = (kind: string) => breaks.filter((it) => it.kind === kind).length
      expect(named('bank_operation_without_payment')).toBe(capturedAfter)
      console.table({
        purchases: load.purchases.length,
        'captured after the point': capturedAfter,
        'named by operator check': breaks.length,
        kinds: [...new Set(breaks.map(({ kind }) => kind))].join(', '),
        'ms from the stop to the restored server': servesAt - stoppedAt,
      })
    }, 600_000)
  },
)
