import { randomUUID } from 'node:crypto'
import { constants, hostname, setPriority } from 'node:os'
import { SYNC_CHANNEL } from '@/lib/dashboard/jobs/row-lease'
import { openDashboard } from '@/lib/dashboard/open-dashboard'
import { databaseUrl, mayCallLocalhost } from '@/lib/platform/env'
import { databaseAnswers } from '@/lib/platform/http-server'
import type { Running } from '@/lib/platform/jobs/job'
import { startJobs } from '@/lib/platform/jobs/start-jobs'
import { logReady, logStartFailure } from '@/lib/platform/log'
import { openMailer } from '@/lib/platform/mail/mailer'
import { servePrivately } from '@/lib/platform/metrics/private-server'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { type BothSides, openProcess, openResources } from '@/lib/platform/process'
import { openBank } from '@/lib/service/bank/open-bank'
import { claimMode } from '@/lib/service/claim-mode'
import type { Discrepancy } from '@/lib/service/ledger/coherence-rules'
import { openProcessor, openProcessorBooks } from '@/lib/service/processor/open-processor'
import { dashboardJobs } from './dashboard-jobs'
import { verifySealedValues } from './sealed-columns'
import { serviceJobs } from './service-jobs'
import { workerFigures } from './worker-figures'

/**
 * Time limit of a stop, shorter than the supervisor's own. Work that is cut off at the limit is safe: another worker
 * claims it when its lease ends.
 */
const STOP_WITHIN_MS = 4_500

// Background work yields to the pages and the API of the same machine; stuck payments have minutes, a payer has none.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const resources = openProcess('worker', openResources)
const { log } = resources
const running: Running[] = []
let stopping = false

async function start({ env, database, dashboardDatabase, keyring }: BothSides): Promise<void> {
  await claimMode(database.as('checkout_system'), env)
  await verifySealedValues(database, dashboardDatabase, keyring)
  const mailer = openMailer(env)
  const jobs = serviceJobs({
    database,
    databaseUrl: databaseUrl(env, 'service'),
    keyring,
    usesTestBank: env.BANK === 'test_bank',
    http: new OutboundHttp({ testMode: mayCallLocalhost(env) }),
    processor: openProcessor(resources),
    bank: openBank({ database, keyring, bank: env.BANK }),
    bankName: env.BANK,
    books: openProcessorBooks(resources),
    mailer,
    alertEmail: env.ALERT_EMAIL,
    urls: { web: env.WEB_URL, api: env.API_URL },
    owner: `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`,
    deliveryLeaseMs: env.DELIVERY_LEASE_MS,
    chargeLeaseMs: env.CHARGE_LEASE_MS,
    retention: { eventDays: env.EVENT_RETENTION_DAYS, requestDays: env.REQUEST_LOG_RETENTION_DAYS },
    now: () => new Date(),
    log,
    onDiscrepancies: mailAlert,
  })
  const service = startJobs(jobs, { log, schedules: database.as('checkout_system') })
  running.push(service)
  const dashboard = openDashboard(resources)
  const own = startJobs(dashboardJobs(dashboard, { webUrl: env.WEB_URL, mailer }), {
    log,
    wakes: {
      url: databaseUrl(env, 'dashboard'),
      channel: SYNC_CHANNEL,
      applicationName: 'checkout-sync-listen',
    },
  })
  const endPrivate = await servePrivately({
    process: 'worker',
    env,
    databases: [database, dashboardDatabase],
    isReady: async () => !stopping && databaseAnswers(database),
    isAlive: () => service.isTurning() && own.isTurning(),
    read: workerFigures(resources),
  })
  running.push({ stop: async () => endPrivate() })
  running.push({ stop: () => own.stop().finally(() => dashboard.prisma.$disconnect()) })
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
  logReady('worker', 'The worker is ready')
} catch (error) {
  logStartFailure('worker', `The worker cannot start: ${error instanceof Error ? error.message : error}`)
  await stop(1)
}
