import type { Handle } from '@/lib/platform/database'
import { chore, dueRows, type Job, job, queue } from '@/lib/platform/jobs/job'
import { sweepBuckets } from '@/lib/platform/lease-tokens'
import type { Mailer } from '@/lib/platform/mail/mailer'
import { PAYMENT_CONCURRENCY, reconcilePayments } from '@/lib/service/charges/reconcile'
import { recordDispute, recordMissedDisputes } from '@/lib/service/disputes/record-dispute'
import { EVIDENCE_CONCURRENCY, sendEvidence } from '@/lib/service/disputes/send-evidence'
import { schedules } from '@/lib/service/jobs/schedules'
import type { WorkerDeps } from '@/lib/service/jobs/worker-deps'
import { type CompareBooksDeps, compareBooks } from '@/lib/service/ledger/check-coherence'
import { mailNotices } from '@/lib/service/notices/mail-notices'
import { reportTestDisputes } from '@/lib/service/processor/test-bank-disputes'
import { REFUND_CONCURRENCY, repeatRefunds } from '@/lib/service/refunds/repeat-refunds'
import { reverseMissedRefunds } from '@/lib/service/refunds/reverse-refund'
import {
  deleteExpired,
  deleteExpiredKeys,
  type Retention,
  sweepSignUps,
} from '@/lib/service/retention/delete-expired'
import {
  startTransfers,
  TRANSFER_CONCURRENCY,
  type TransferDeps,
} from '@/lib/service/settlements/run-transfers'
import { generateSettlements } from '@/lib/service/settlements/settle-due'
import { queueFailureNotices, runNoticeMail } from '@/lib/service/webhooks/failure-notices'
import {
  DELIVERIES_POLL_MS,
  DELIVERY_CONCURRENCY,
  type DeliveriesOptions,
  startDeliveries,
} from '@/lib/service/webhooks/run-deliveries'
import { queueRetries } from '@/lib/service/webhooks/run-retries'

const MINUTE_MS = 60_000
/** Accounts whose notices are mailed at once. */
const MAILS_AT_ONCE = 4

export interface ServiceJobsDeps
  extends Omit<DeliveriesOptions, 'leaseMs'>,
    Omit<WorkerDeps, 'leaseMs'>,
    Omit<TransferDeps, 'leaseMs'>,
    CompareBooksDeps {
  /** Address of the service's side, for notifications. */
  databaseUrl: string
  /** Null: no endpoint's failure is counted or mailed. */
  mailer: Mailer | null
  /** The operator's address for notices of the processor; without one they are not mailed. */
  alertEmail: string | undefined
  deliveryLeaseMs: number
  chargeLeaseMs: number
  retention: Retention
}

/** Returns all jobs of the service (docs/background-work.md). */
export function serviceJobs(deps: ServiceJobsDeps): Job[] {
  const { now, log, retention, mailer, alertEmail } = deps
  const system = (): Handle => deps.database.as('checkout_system')
  const leased = { ...deps, leaseMs: deps.chargeLeaseMs }
  const oneOfTeam = (lanes: number) => ({ lanes, perTeam: 1 })
  const mailed = mailer && [
    chore('find-failing-endpoints', { kind: 'schedule', everyMs: MINUTE_MS, offsetMs: 0 }, async () => {
      const notices = await queueFailureNotices(system(), now())
      if (notices > 0) log.info({ notices }, 'failure notices queued')
    }),
    job('mail-failure-notices', dueRows(2_000), oneOfTeam(MAILS_AT_ONCE), ({ lanes }) =>
      runNoticeMail({ ...deps, mailer, webUrl: deps.urls.web }, lanes),
    ),
  ]
  const alerted =
    mailer && alertEmail !== undefined
      ? [
          chore('mail-processor-notices', dueRows(10_000), () =>
            mailNotices({ ...deps, mailer, to: alertEmail }),
          ),
        ]
      : []
  return [
    {
      name: 'send-deliveries',
      trigger: queue(DELIVERIES_POLL_MS),
      concurrency: { rows: DELIVERY_CONCURRENCY },
      handler: { start: () => startDeliveries({ ...deps, leaseMs: deps.deliveryLeaseMs }) },
    },
    job('reconcile-payments', dueRows(1_000), oneOfTeam(PAYMENT_CONCURRENCY), ({ lanes }) =>
      reconcilePayments(leased, lanes),
    ),
    job('repeat-refunds', dueRows(1_000), oneOfTeam(REFUND_CONCURRENCY), ({ lanes }) =>
      repeatRefunds(leased, lanes),
    ),
    job('send-evidence', dueRows(1_000), oneOfTeam(EVIDENCE_CONCURRENCY), ({ lanes }) =>
      sendEvidence(leased, lanes),
    ),
    chore('report-test-disputes', dueRows(1_000), async () => {
      // A real processor reports its disputes itself.
      if (deps.books) return
      await reportTestDisputes(deps.database, now(), async (report) => {
        return (await recordDispute(deps, report)) !== 'unknown_payment'
      })
    }),
    job('carry-out-transfers', dueRows(2_000), oneOfTeam(TRANSFER_CONCURRENCY), ({ lanes }) =>
      startTransfers(leased, lanes),
    ),
    chore('queue-bulk-retries', dueRows(1_000), () => queueRetries(deps)),
    chore('generate-settlements', schedules['generate-settlements'], () => generateSettlements(deps)),
    chore('check-coherence', schedules['check-coherence'], () => compareBooks(deps)),
    chore('record-missed-disputes', schedules['record-missed-disputes'], () => recordMissedDisputes(deps)),
    chore('reverse-missed-refunds', schedules['reverse-missed-refunds'], () => reverseMissedRefunds(deps)),
    chore('forget-keys-and-forms', schedules['forget-keys-and-forms'], async () => {
      await sweepBuckets(system())
      await deleteExpiredKeys(system(), now())
      await sweepSignUps(system(), now())
    }),
    chore('delete-expired', schedules['delete-expired'], async ({ signal }) => {
      const deleted = await deleteExpired(system(), { retention, now: now(), signal })
      log.info({ ...deleted }, 'expired rows deleted')
    }),
    ...(mailed ?? []),
    ...alerted,
  ]
}
