import type { Handle } from '@/lib/platform/database'
import type { Job, Trigger } from '@/lib/platform/jobs/job'
import { sweepBuckets } from '@/lib/platform/lease-tokens'
import type { Mailer } from '@/lib/platform/mail/mailer'
import {
  PAYMENT_CONCURRENCY,
  type ReconcilerOptions,
  reconcilePayments,
} from '@/lib/service/charges/reconcile'
import { schedules } from '@/lib/service/jobs/schedules'
import { type CompareBooksDeps, compareBooks } from '@/lib/service/ledger/check-coherence'
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
    Omit<ReconcilerOptions, 'leaseMs'>,
    Omit<TransferDeps, 'leaseMs'>,
    CompareBooksDeps {
  /** Address of the service's side, for notifications. */
  databaseUrl: string
  /** Null: no endpoint's failure is counted or mailed. */
  mailer: Mailer | null
  deliveryLeaseMs: number
  chargeLeaseMs: number
  retention: Retention
}

/** Returns all jobs of the service (docs/background-work.md). */
export function serviceJobs(deps: ServiceJobsDeps): Job[] {
  const { now, log } = deps
  const system = (): Handle => deps.database.as('checkout_system')
  return [
    {
      name: 'send-deliveries',
      trigger: { kind: 'queue', pollMs: DELIVERIES_POLL_MS },
      concurrency: { rows: DELIVERY_CONCURRENCY },
      afterCrash:
        'Requests under way. Their leases (`DELIVERY_LEASE_MS`) end, and each is sent once more under its id.',
      handler: { start: () => startDeliveries({ ...deps, leaseMs: deps.deliveryLeaseMs }) },
    },
    {
      name: 'reconcile-payments',
      trigger: dueRows(1_000),
      concurrency: { lanes: PAYMENT_CONCURRENCY, perTeam: 1 },
      afterCrash: 'Voids under way. The lease (`CHARGE_LEASE_MS`) ends, and the processor is asked again.',
      handler: { run: ({ lanes }) => reconcilePayments({ ...deps, leaseMs: deps.chargeLeaseMs }, lanes) },
    },
    {
      name: 'carry-out-transfers',
      trigger: dueRows(2_000),
      concurrency: { lanes: TRANSFER_CONCURRENCY, perTeam: 1 },
      afterCrash:
        'Orders under way. The lease (`CHARGE_LEASE_MS`) ends, and the bank is asked under the same reference.',
      handler: { run: ({ lanes }) => startTransfers({ ...deps, leaseMs: deps.chargeLeaseMs }, lanes) },
    },
    {
      name: 'queue-bulk-retries',
      trigger: dueRows(1_000),
      concurrency: { rounds: 1 },
      afterCrash: 'No part of a batch: one transaction queues it and records the position.',
      handler: { run: async () => void (await queueRetries(deps)) },
    },
    {
      name: 'generate-settlements',
      trigger: schedules['generate-settlements'],
      concurrency: { rounds: 1 },
      afterCrash:
        'Whole settlements: each is one transaction. The lease (30 s) ends, and the rest is generated.',
      handler: { run: async () => void (await generateSettlements(deps)) },
    },
    {
      name: 'check-coherence',
      trigger: schedules['check-coherence'],
      concurrency: { rounds: 1 },
      afterCrash: 'No result. The lease (30 s) ends, and the comparison begins again.',
      handler: { run: async () => void (await compareBooks(deps)) },
    },
    {
      name: 'forget-keys-and-forms',
      trigger: schedules['forget-keys-and-forms'],
      concurrency: { rounds: 1 },
      afterCrash: 'Rows that were not deleted. The lease (30 s) ends, and the next run deletes them.',
      handler: {
        async run() {
          await sweepBuckets(system())
          await deleteExpiredKeys(system(), now())
          await sweepSignUps(system(), now())
        },
      },
    },
    {
      name: 'delete-expired',
      trigger: schedules['delete-expired'],
      concurrency: { rounds: 1 },
      afterCrash: 'Whole batches: each is one transaction. The lease (30 s) ends, and the rest is deleted.',
      handler: {
        async run({ signal }) {
          const deleted = await deleteExpired(system(), { retention: deps.retention, now: now(), signal })
          log.info({ ...deleted }, 'expired rows deleted')
        },
      },
    },
    ...(deps.mailer ? noticeJobs({ ...deps, mailer: deps.mailer }) : []),
  ]
}

function noticeJobs(deps: ServiceJobsDeps & { mailer: Mailer }): Job[] {
  const webUrl = deps.urls.web
  return [
    {
      name: 'find-failing-endpoints',
      trigger: { kind: 'schedule', everyMs: MINUTE_MS, offsetMs: 0 },
      concurrency: { rounds: 1 },
      afterCrash:
        'Nothing: one statement marks failures and queues their mails. The lease (30 s) ends, and the rest is found.',
      handler: {
        async run() {
          const notices = await queueFailureNotices(deps.database.as('checkout_system'), deps.now())
          if (notices > 0) deps.log.info({ notices }, 'failure notices queued')
        },
      },
    },
    {
      name: 'mail-failure-notices',
      trigger: dueRows(2_000),
      concurrency: { lanes: MAILS_AT_ONCE, perTeam: 1 },
      afterCrash:
        'A mail that may have left. Its lease (55 s) ends, and it is sent again under its Message-ID.',
      handler: { run: ({ lanes }) => runNoticeMail({ ...deps, webUrl }, lanes) },
    },
  ]
}

function dueRows(pollMs: number): Trigger {
  return { kind: 'due rows', pollMs }
}
