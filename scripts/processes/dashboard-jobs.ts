import { repeatCharges } from '@/lib/dashboard/charges/repeat-charges'
import { retireEndedSecrets } from '@/lib/dashboard/connections/signing-secrets'
import type { Dashboard } from '@/lib/dashboard/context'
import { pruneExports, runExport } from '@/lib/dashboard/exports/run-export'
import { newOwner } from '@/lib/dashboard/jobs/row-lease'
import { runLinkImport } from '@/lib/dashboard/link-imports/run-link-import'
import { runCancels } from '@/lib/dashboard/links/run-cancels'
import { queuePaidNotices } from '@/lib/dashboard/mail/paid-notice'
import { runMail } from '@/lib/dashboard/mail/run-mail'
import { queueSecurityNotices } from '@/lib/dashboard/mail/security-notice'
import { foldPaymentDays } from '@/lib/dashboard/payments/fold-payment-days'
import { keepQuotas } from '@/lib/dashboard/quotas/keep-quotas'
import { fetchDueObjects } from '@/lib/dashboard/sync/fetch-due-objects'
import { pollWatched } from '@/lib/dashboard/sync/poll-watched'
import { pruneHistory } from '@/lib/dashboard/sync/prune-history'
import { queueReconciles } from '@/lib/dashboard/sync/queue-run'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { pruneMailedLinks, runLinkMail } from '@/lib/dashboard/team/run-link-mail'
import type { Job, Trigger } from '@/lib/platform/jobs/job'
import type { Mailer } from '@/lib/platform/mail/mailer'

const HOUR_MS = 60 * 60_000
/** Lanes of short calls: a host that does not answer delays its own connection, and no team has all lanes. */
const CALLS = { lanes: 50, perTeam: 8 } as const
/** Lanes of runs and imports, which read and write many pages. */
const RUNS = { lanes: 12, perTeam: 3 } as const
/** Lanes of files, whose layout takes memory and processor time. */
const FILES = { lanes: 2, perTeam: 1 } as const
/** Lanes of mails: the deployment has one mail server. */
const MAILS = { lanes: 4, perTeam: 1 } as const

/** Returns all jobs of the dashboard (docs/background-work.md). Without a mailer no mail is sent. */
export function dashboardJobs(
  dashboard: Dashboard,
  { webUrl, mailer }: { webUrl: string; mailer: Mailer | null },
): Job[] {
  // Two rounds of one process are as foreign to each other as two workers.
  const worker = () => ({ owner: newOwner(dashboard.now()) })
  return [
    {
      name: 'sync-mirrors',
      trigger: queue(2_000),
      concurrency: RUNS,
      afterCrash: 'A run with its last page. Its lease (30 s) ends, and it continues from there.',
      handler: { run: ({ lanes }) => workOneRun(dashboard, worker(), lanes) },
    },
    {
      name: 'queue-reconciles',
      trigger: dueRows(30_000),
      concurrency: { rounds: 1 },
      afterCrash: 'Connections without their next run. The next round queues it.',
      handler: { run: async () => void (await queueReconciles(dashboard)) },
    },
    {
      name: 'fetch-objects',
      trigger: dueRows(1_000),
      concurrency: CALLS,
      afterCrash: 'Objects that were claimed. They are due again after 30 s.',
      handler: { run: ({ lanes }) => fetchDueObjects(dashboard, lanes) },
    },
    {
      name: 'poll-watched',
      trigger: dueRows(3_000),
      concurrency: CALLS,
      afterCrash: 'A poll that did not end. The next one of an open page is due 15 s after it.',
      handler: { run: ({ lanes }) => pollWatched(dashboard, lanes) },
    },
    {
      name: 'cancel-links',
      trigger: dueRows(500),
      concurrency: CALLS,
      afterCrash:
        'Calls under way. The lease (30 s) ends, and the cancel is repeated, which the host allows.',
      handler: { run: ({ lanes }) => runCancels(dashboard, worker(), lanes) },
    },
    {
      name: 'import-links',
      trigger: queue(2_000),
      concurrency: RUNS,
      afterCrash:
        'A link whose row is open. The lease (50 s) ends, and the next worker looks for that link first.',
      handler: { run: ({ lanes }) => runLinkImport(dashboard, worker(), lanes) },
    },
    {
      name: 'repeat-charges',
      trigger: dueRows(1_000),
      concurrency: CALLS,
      afterCrash: 'Calls under way. The lease (30 s) ends, and the call is repeated under its key.',
      handler: { run: ({ lanes }) => repeatCharges(dashboard, worker(), lanes) },
    },
    {
      name: 'make-exports',
      trigger: queue(2_000),
      concurrency: FILES,
      afterCrash:
        'No part of a file. The lease (45 s) ends, and the file is begun again, four times at most.',
      handler: { run: ({ lanes }) => runExport(dashboard, worker(), lanes) },
    },
    {
      name: 'fold-payment-days',
      trigger: dueRows(10_000),
      concurrency: { rounds: 1 },
      afterCrash: 'Nothing: the fold of a connection is one statement.',
      handler: { run: () => foldPaymentDays(dashboard) },
    },
    {
      name: 'keep-quotas',
      trigger: dueRows(20_000),
      concurrency: { rounds: 1 },
      afterCrash: 'Sizes that were not added up, and events above their quota. The next round continues.',
      handler: { run: async () => void (await keepQuotas(dashboard)) },
    },
    {
      name: 'retire-signing-secrets',
      trigger: dueRows(30_000),
      concurrency: { rounds: 1 },
      afterCrash: 'Nothing: secrets and their audit entries are one transaction.',
      handler: { run: async () => void (await retireEndedSecrets(dashboard)) },
    },
    {
      name: 'prune-history',
      trigger: dueRows(HOUR_MS),
      concurrency: { rounds: 1 },
      afterCrash: 'Rows that were not deleted. Each worker prunes when it starts and once an hour.',
      handler: { run: async () => void (await pruneHistory(dashboard)) },
    },
    {
      name: 'prune-exports',
      trigger: dueRows(HOUR_MS),
      concurrency: { rounds: 1 },
      afterCrash: 'Rows that were not deleted. Each worker prunes when it starts and once an hour.',
      handler: { run: async () => void (await pruneExports(dashboard)) },
    },
    {
      name: 'prune-mailed-links',
      trigger: dueRows(HOUR_MS),
      concurrency: { rounds: 1 },
      afterCrash: 'Rows that were not deleted. Each worker prunes when it starts and once an hour.',
      handler: { run: async () => void (await pruneMailedLinks(dashboard)) },
    },
    ...(mailer ? mailJobs(dashboard, { webUrl, mailer, worker }) : []),
  ]
}

interface MailJobsDeps {
  webUrl: string
  mailer: Mailer
  worker(): { owner: string }
}

function mailJobs(dashboard: Dashboard, { webUrl, mailer, worker }: MailJobsDeps): Job[] {
  return [
    {
      name: 'send-mail',
      trigger: queue(2_000),
      concurrency: MAILS,
      afterCrash:
        'A mail that may have left. Its lease (55 s) ends, and it is sent again under its Message-ID.',
      handler: { run: ({ lanes }) => runMail(dashboard, mailer, worker(), lanes) },
    },
    {
      name: 'mail-links',
      trigger: queue(2_000),
      concurrency: MAILS,
      afterCrash:
        'A mail that may have left. Its lease (55 s) ends, and it is sent again under its Message-ID.',
      handler: { run: ({ lanes }) => runLinkMail(dashboard, mailer, { webUrl }, lanes) },
    },
    {
      name: 'queue-paid-notices',
      trigger: dueRows(15_000),
      concurrency: { rounds: 1 },
      afterCrash: 'Notices that were not queued. The next round queues them, each once.',
      handler: { run: () => queuePaidNotices(dashboard, { webUrl }) },
    },
    {
      name: 'queue-security-notices',
      trigger: dueRows(5_000),
      concurrency: { rounds: 1 },
      afterCrash: 'Notices that were not queued. The next round queues them, each once.',
      handler: { run: () => queueSecurityNotices(dashboard) },
    },
  ]
}

function queue(pollMs: number): Trigger {
  return { kind: 'queue', pollMs }
}

function dueRows(pollMs: number): Trigger {
  return { kind: 'due rows', pollMs }
}
