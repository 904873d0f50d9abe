import { repeatCharges } from '@/lib/dashboard/charges/send-charge'
import { retireEndedSecrets } from '@/lib/dashboard/connections/signing-secrets'
import type { Dashboard } from '@/lib/dashboard/context'
import { pruneExports, runExport } from '@/lib/dashboard/exports/run-export'
import { newOwner } from '@/lib/dashboard/jobs/row-lease'
import { runLinkImport } from '@/lib/dashboard/link-imports/run-link-import'
import { runCancels } from '@/lib/dashboard/links/run-cancels'
import { queueDisputeNotices } from '@/lib/dashboard/mail/dispute-notice'
import { queuePaidNotices } from '@/lib/dashboard/mail/paid-notice'
import { queueRefundNotices } from '@/lib/dashboard/mail/refund-notice'
import { runMail } from '@/lib/dashboard/mail/run-mail'
import { queueSecurityNotices } from '@/lib/dashboard/mail/security-notice'
import { foldPaymentDays } from '@/lib/dashboard/payments/read-overview'
import { keepQuotas } from '@/lib/dashboard/quotas/keep-quotas'
import { repeatRefunds } from '@/lib/dashboard/refunds/send-refund'
import { fetchDueObjects } from '@/lib/dashboard/sync/fetch-due-objects'
import { pollWatched } from '@/lib/dashboard/sync/poll-watched'
import { pruneHistory } from '@/lib/dashboard/sync/prune-history'
import { queueReconciles } from '@/lib/dashboard/sync/queue-run'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { pruneMailedLinks, runLinkMail } from '@/lib/dashboard/team/run-link-mail'
import { chore, dueRows, type Job, job, ONE_ROUND, queue } from '@/lib/platform/jobs/job'
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
  const mailed = mailer && [
    job('send-mail', queue(2_000), MAILS, ({ lanes }) => runMail(dashboard, mailer, worker(), lanes)),
    job('mail-links', queue(2_000), MAILS, ({ lanes }) => runLinkMail(dashboard, mailer, { webUrl }, lanes)),
    job('queue-paid-notices', dueRows(15_000), ONE_ROUND, () => queuePaidNotices(dashboard, { webUrl })),
    job('queue-dispute-notices', dueRows(15_000), ONE_ROUND, () =>
      queueDisputeNotices(dashboard, { webUrl }),
    ),
    job('queue-refund-notices', dueRows(15_000), ONE_ROUND, () => queueRefundNotices(dashboard)),
    job('queue-security-notices', dueRows(5_000), ONE_ROUND, () => queueSecurityNotices(dashboard)),
  ]
  return [
    job('sync-mirrors', queue(2_000), RUNS, ({ lanes }) => workOneRun(dashboard, worker(), lanes)),
    chore('queue-reconciles', dueRows(30_000), () => queueReconciles(dashboard)),
    job('fetch-objects', dueRows(1_000), CALLS, ({ lanes }) => fetchDueObjects(dashboard, lanes)),
    job('poll-watched', dueRows(3_000), CALLS, ({ lanes }) => pollWatched(dashboard, lanes)),
    job('cancel-links', dueRows(500), CALLS, ({ lanes }) => runCancels(dashboard, worker(), lanes)),
    job('import-links', queue(2_000), RUNS, ({ lanes }) => runLinkImport(dashboard, worker(), lanes)),
    job('repeat-charges', dueRows(1_000), CALLS, ({ lanes }) => repeatCharges(dashboard, worker(), lanes)),
    job('repeat-dashboard-refunds', dueRows(1_000), CALLS, ({ lanes }) =>
      repeatRefunds(dashboard, worker(), lanes),
    ),
    job('make-exports', queue(2_000), FILES, ({ lanes }) => runExport(dashboard, worker(), lanes)),
    job('fold-payment-days', dueRows(10_000), ONE_ROUND, () => foldPaymentDays(dashboard)),
    chore('keep-quotas', dueRows(20_000), () => keepQuotas(dashboard)),
    chore('retire-signing-secrets', dueRows(30_000), () => retireEndedSecrets(dashboard)),
    chore('prune-history', dueRows(HOUR_MS), () => pruneHistory(dashboard)),
    chore('prune-exports', dueRows(HOUR_MS), () => pruneExports(dashboard)),
    chore('prune-mailed-links', dueRows(HOUR_MS), () => pruneMailedLinks(dashboard)),
    ...(mailed ?? []),
  ]
}
