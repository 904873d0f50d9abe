import { setTimeout } from 'node:timers/promises'
import { repeatCharges, sendCharge } from '@/lib/dashboard/charges/send-charge'
import { draftCharge } from '@/lib/dashboard/charges/start-charge'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { newOwner } from '@/lib/dashboard/jobs/row-lease'
import { openConnection } from '@/lib/dashboard/open-connection'
import { repeatRefunds, sendRefund } from '@/lib/dashboard/refunds/send-refund'
import { draftRefund } from '@/lib/dashboard/refunds/start-refund'
import { Refusal } from '@/lib/dashboard/refusal'
import { createLog } from '@/lib/platform/log'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { openPrisma } from '@/lib/platform/prisma-client'
import { Keyring } from '@/lib/platform/secrets'
import { type CrashPlan, crashTap, exitWithoutConnection, exitWithParent } from './crash-tap'
import { openTestPool } from './create-shop'
import { readClock, type SharedClock } from './shared-clock'
import { tappedDatabase } from './tapped-database'

/**
 * Task of the process, as JSON in its first argument. `CrashPlan.point` is a point of `Tap`, `calling` (before the request)
 * or `answered`.
 */
export interface DashboardTask extends CrashPlan {
  url: string
  connectionId: string
  userId: string | null
  clock: SharedClock
  leaseMs: number
  /** Charges and refunds to make, one after the other; without them it repeats like the worker. */
  forms?: (
    | { form_token: string; customer_id: string; amount: number }
    | { form_token: string; payment_id: string; amount: number }
  )[]
  /** True to continue until it is killed; otherwise it makes one round. */
  isEndless?: boolean
}

const task: DashboardTask = JSON.parse(process.argv[2] ?? '{}')
const { url, connectionId, userId, clock, leaseMs, forms, isEndless } = task
const PAUSE_MS = 50

exitWithParent()
exitWithoutConnection()
const crashAt = crashTap(task)

// A separate process in place of the dashboard that charges with the real verbs and gets SIGKILL, or SIGSTOP, in between.
// Started by charge-kill.test.ts: `node --import tsx crashing-dashboard.ts '{"url":…,"connectionId":…,…}'`.
const pool = openTestPool(url, 2)
const prisma = openPrisma(url, 1, 'crashing-dashboard')
const http = new OutboundHttp({ testMode: true })
const dashboard: Dashboard = {
  database: tappedDatabase(pool, crashAt),
  prisma,
  keyring: new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`),
  http: {
    async request(request) {
      if (request.method !== 'POST') return http.request(request)
      crashAt('calling')
      const answer = await http.request(request)
      crashAt('answered')
      return answer
    },
  },
  testMode: true,
  now: () => readClock(clock),
  wait: (ms) => setTimeout(ms),
  log: createLog('dashboard', 'silent'),
}

if (forms) {
  const ctx = await openConnection(dashboard, connectionId, { userId })
  for (const form of forms) await press(ctx, form)
} else {
  do {
    await repeatCharges(dashboard, { owner: newOwner(dashboard.now()), leaseMs })
    await repeatRefunds(dashboard, { owner: newOwner(dashboard.now()), leaseMs })
    if (isEndless) await setTimeout(PAUSE_MS)
  } while (isEndless)
}
await prisma.$disconnect()
await pool.close()

/** Charges or refunds like a member, who waits for an open one and types the amount again if required. */
async function press(
  ctx: ConnectionContext,
  form: NonNullable<DashboardTask['forms']>[number],
): Promise<void> {
  const isRefund = 'payment_id' in form
  const { id } = await (isRefund
    ? draftRefund(ctx, { ...form, reason: 'OTHER' })
    : draftCharge(ctx, { ...form, way: 'CARD' }))
  const input = { id, confirmed_amount: form.amount }
  for (;;) {
    try {
      const { state } = isRefund
        ? await sendRefund(ctx, input, { role: 'OWNER', leaseMs })
        : await sendCharge(ctx, input, { leaseMs })
      if (state !== 'DRAFT') return
      // No process was listening.
      await setTimeout(PAUSE_MS)
    } catch (error) {
      if (!(error instanceof Refusal) || !/^(charge|refund)_open$/.test(error.code)) throw error
      await setTimeout(PAUSE_MS)
    }
  }
}
