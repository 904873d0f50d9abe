import { setTimeout } from 'node:timers/promises'
import { draftCharge } from '@/lib/dashboard/charges/draft-charge'
import { repeatCharges } from '@/lib/dashboard/charges/repeat-charges'
import { sendCharge } from '@/lib/dashboard/charges/send-charge'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { newOwner } from '@/lib/dashboard/sync/run-lease'
import { createLog } from '@/lib/platform/log'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { openPrisma } from '@/lib/platform/prisma-client'
import { Keyring } from '@/lib/platform/secrets'
import { Random } from '@/prisma/demo/random'
import { openTestPool } from './shop'
import { tappedDatabase } from './tapped-database'

/** Task of the process, as JSON in its first argument. */
export interface DeskOrder {
  url: string
  connectionId: string
  userId: string | null
  /** Time of its clock, which stands still. */
  now: string
  /** The point at which it gets the signal: one of `Tap`, or `calling` (the request is about to leave) or `answered`. */
  point?: string
  signal?: NodeJS.Signals
  /** Random deaths instead: one in `odds` of all points. */
  chance?: { seed: number; odds: number }
  leaseMs: number
  /** Charges to make, one after the other; without them it repeats as the worker does, once. */
  forms?: { form_token: string; customer_id: string; amount: number }[]
}

const { url, connectionId, userId, now, point, signal, chance, leaseMs, forms }: DeskOrder = JSON.parse(
  process.argv[2] ?? '{}',
)
const random = chance && new Random(chance.seed)

function dieAt(reached: string): void {
  if (reached === point || (chance && random?.chance(1 / chance.odds)))
    process.kill(process.pid, signal ?? 'SIGKILL')
}

/**
 * A process of its own in the dashboard's place that charges by the real verbs and gets SIGKILL, or SIGSTOP, on the way. Started by
 * charge-kill.test.ts: `node --import tsx crashing-desk.ts '{"url":…,"connectionId":…,…}'`.
 */
const pool = openTestPool(url, 2)
const prisma = openPrisma(url, 1, 'crashing-desk')
const http = new OutboundHttp({ testMode: true })
const dashboard: Dashboard = {
  database: tappedDatabase(pool, dieAt),
  prisma,
  keyring: new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`),
  http: {
    async request(request) {
      if (request.method !== 'POST') return http.request(request)
      dieAt('calling')
      const answer = await http.request(request)
      dieAt('answered')
      return answer
    },
  },
  testMode: true,
  now: () => new Date(now),
  wait: (ms) => setTimeout(ms),
  log: createLog('desk', 'silent'),
}

if (forms) {
  const ctx = await openConnection(dashboard, connectionId, { userId })
  for (const form of forms) await press(ctx, form)
} else {
  await repeatCharges(dashboard, { owner: newOwner(dashboard.now()), leaseMs })
}
await prisma.$disconnect()
await pool.close()

/** One member's press, who waits for the customer's open case and types the amount again where that is asked. */
async function press(ctx: ConnectionContext, form: NonNullable<DeskOrder['forms']>[number]): Promise<void> {
  const { id } = await draftCharge(ctx, { ...form, way: 'CARD' })
  for (;;) {
    try {
      const { state } = await sendCharge(ctx, { id, confirmed_amount: form.amount }, { leaseMs })
      if (state !== 'DRAFT') return
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'charge_open') throw error
      await setTimeout(50)
    }
  }
}
