import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { verifyConnectionSecrets } from '@/lib/dashboard/connections/verify-secrets'
import { openDashboard } from '@/lib/dashboard/open-dashboard'
import { startSync } from '@/lib/dashboard/sync/start-sync'
import { databaseUrl } from '@/lib/platform/env'
import { mayCallLocalhost } from '@/lib/platform/loopback'
import { openMailer } from '@/lib/platform/mail/open-mailer'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { type BothSides, openProcess, openResources } from '@/lib/platform/process'
import { openQueue, type Queue } from '@/lib/platform/queue'
import { openBank } from '@/lib/service/bank/open-bank'
import { verifyBankAccounts } from '@/lib/service/bank/verify-bank-accounts'
import { forgetKeys } from '@/lib/service/charges/forget-keys'
import { startReconciler } from '@/lib/service/charges/reconcile'
import { verifySavedCards } from '@/lib/service/customers/verify-saved-cards'
import { COHERENCE_CRON, COHERENCE_JOB, compareBooks } from '@/lib/service/ledger/coherence-job'
import type { Discrepancy } from '@/lib/service/ledger/discrepancy'
import { openProcessor } from '@/lib/service/processor/open-processor'
import { sweepBuckets } from '@/lib/service/rate-limits/lease-tokens'
import { RETENTION_JOB, scheduleRetention } from '@/lib/service/retention/retention-job'
import { SETTLEMENTS_JOB, scheduleSettlements } from '@/lib/service/settlements/settlement-jobs'
import { startTransfers } from '@/lib/service/settlements/start-transfers'
import { sweepSignUps } from '@/lib/service/sign-up/sweep-sign-ups'
import { FAILURE_NOTICE_JOBS, scheduleFailureNotices } from '@/lib/service/webhooks/failure-notice-jobs'
import { startDeliveries } from '@/lib/service/webhooks/run-deliveries'
import { startRetries } from '@/lib/service/webhooks/run-retries'
import { verifyStoredSecrets } from '@/lib/service/webhooks/verify-secrets'

/**
 * Time limit of a stop, shorter than the supervisor's own. Work that is cut off at the limit is safe: another worker
 * claims it when its lease ends.
 */
const STOP_WITHIN_MS = 4_500
interface Running {
  stop(): Promise<void>
}

const resources = openProcess('worker', openResources)
const { log } = resources
const running: Running[] = []
const ending = new AbortController()
let stopping = false

async function start({ env, database, dashboardDatabase, keyring }: BothSides): Promise<void> {
  const owner = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const now = () => new Date()
  const urls = { web: env.WEB_URL, api: env.API_URL }
  await verifyStoredSecrets(database, keyring)
  await verifyConnectionSecrets(dashboardDatabase, keyring)
  await verifySavedCards(database, keyring)
  await verifyBankAccounts(database, keyring)
  const processor = openProcessor(resources)
  const http = new OutboundHttp({ testMode: mayCallLocalhost(env) })
  const deliveries = { database, keyring, http, now, owner, leaseMs: env.DELIVERY_LEASE_MS, log }
  running.push(startDeliveries({ ...deliveries, databaseUrl: databaseUrl(env, 'service') }))
  running.push(startRetries({ database, now, log }))
  running.push(startReconciler({ database, processor, urls, leaseMs: env.CHARGE_LEASE_MS, owner, now, log }))
  const testMode = env.TEST_MODE
  const payouts = { database, keyring, testMode, now, log }
  const bank = openBank(database, { testMode })
  running.push(startTransfers({ ...payouts, bank, owner, leaseMs: env.CHARGE_LEASE_MS }))
  const dashboard = openDashboard(resources)
  const mailer = openMailer(env)
  const sync = startSync(dashboard, { url: databaseUrl(env, 'dashboard'), webUrl: env.WEB_URL, mailer })
  running.push({ stop: () => sync.close().finally(() => dashboard.prisma.$disconnect()) })
  const queue = await openQueue({
    url: databaseUrl(env, 'service'),
    applicationName: 'checkout-worker-queue',
    queues: [COHERENCE_JOB, SETTLEMENTS_JOB, RETENTION_JOB, ...FAILURE_NOTICE_JOBS],
    onError: (error) => log.error({ error: error.message }, 'job queue'),
  })
  running.push({ stop: () => queue.close() })
  await scheduleCoherence(queue)
  await scheduleSettlements(queue, payouts)
  const retention = { eventDays: env.EVENT_RETENTION_DAYS, requestDays: env.REQUEST_LOG_RETENTION_DAYS }
  await scheduleRetention(queue, { database, retention, now, log, signal: ending.signal })
  await scheduleFailureNotices(queue, { database, mailer, webUrl: env.WEB_URL, now, log })
}

async function scheduleCoherence(queue: Queue): Promise<void> {
  const { database } = resources
  await queue.work(COHERENCE_JOB.name, async () => {
    const now = () => new Date()
    await sweepBuckets(database.as('checkout_system'))
    await forgetKeys(database.as('checkout_system'), now())
    await sweepSignUps(database.as('checkout_system'), now())
    await compareBooks({ database, now, log, onBreaks: mailAlert })
  })
  await queue.schedule(COHERENCE_JOB.name, COHERENCE_CRON)
}

/** Mails the operator once when the books become inconsistent: `/status` and the log repeat it. */
async function mailAlert(breaks: readonly Discrepancy[]): Promise<void> {
  const mailer = openMailer(resources.env)
  const to = resources.env.ALERT_EMAIL
  if (!mailer || !to) return
  const kinds = [...new Set(breaks.map(({ kind }) => kind))].join(', ')
  const text = `A comparison of the books found ${breaks.length} breaks (${kinds}) at ${resources.env.API_URL}. \`operator check\` lists them. Payments go on; no settlement or transfer is stopped by this.`
  const subject = 'The books of Checkout do not add up'
  await mailer.send({ id: randomUUID(), to, subject, text }).catch((error: Error) => {
    log.error({ error: error.message }, 'the alert could not be mailed')
  })
}

async function stop(exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  ending.abort()
  setTimeout(() => process.exit(exitCode), STOP_WITHIN_MS).unref()
  await Promise.allSettled(running.map((part) => part.stop()))
  await Promise.all([resources.database.close(), resources.dashboardDatabase.close()])
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
process.on('unhandledRejection', (error) => {
  log.fatal({ error: error instanceof Error ? error.message : String(error) }, 'a promise failed unseen')
  void stop(1)
})

try {
  await start(resources)
  // The supervisor considers this process ready at a line with the word `ready`.
  console.log('The worker is ready')
} catch (error) {
  console.error(`The worker cannot start: ${error instanceof Error ? error.message : error}`)
  await stop(1)
}
