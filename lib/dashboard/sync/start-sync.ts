import { setTimeout as pause } from 'node:timers/promises'
import { repeatCharges } from '@/lib/dashboard/charges/repeat-charges'
import { retireEndedSecrets } from '@/lib/dashboard/connections/signing-secrets'
import type { Dashboard } from '@/lib/dashboard/context'
import { pruneExports } from '@/lib/dashboard/exports/prune-exports'
import { runExport } from '@/lib/dashboard/exports/run-export'
import { runBatch } from '@/lib/dashboard/link-batches/run-batch'
import { runCancels } from '@/lib/dashboard/links/run-cancels'
import { queuePaidNotices } from '@/lib/dashboard/mail/paid-notice'
import { runMail } from '@/lib/dashboard/mail/run-mail'
import { foldPaymentDays } from '@/lib/dashboard/payments/fold-payment-days'
import { pruneMailedLinks, runLinkMail } from '@/lib/dashboard/team/run-link-mail'
import { listen } from '@/lib/platform/listen'
import type { Mailer } from '@/lib/platform/mail/mailer'
import { fetchDueObjects } from './fetch-due-objects'
import { lookAtWatched } from './look-at-watched'
import { OwnTime } from './own-time'
import { pruneHistory } from './prune-history'
import { queueReconciles } from './queue-reconciles'
import { newOwner } from './run-lease'
import { SYNC_CHANNEL } from './wake-sync'
import { workOneRun } from './work-sync'

const RUNS_POLL_MS = 2_000
const RUNS_AT_ONCE = 4
const FETCHES_POLL_MS = 1_000
const SCHEDULE_MS = 30_000
const CANCELS_POLL_MS = 500
const BATCHES_POLL_MS = 2_000
const CHARGES_POLL_MS = 1_000
const EXPORTS_POLL_MS = 2_000
const MAIL_POLL_MS = 2_000
const NOTICES_POLL_MS = 15_000
const LOOKS_POLL_MS = 3_000
const FOLD_POLL_MS = 10_000
const PRUNE_POLL_MS = 60 * 60_000

/**
 * Worker's jobs for dashboards: imports, comparisons, looks for open pages, single objects, cancellations and link
 * imports, charges without an outcome, files and mail.
 */
export interface Sync {
  /** Takes nothing new and waits for running work; a long import is left to the next worker at its next page. */
  close(): Promise<void>
}

/** Starts the sync of one worker. Any number may run at the same time over one database. */
export function startSync(
  dashboard: Dashboard,
  { url, webUrl, mailer }: { url: string; webUrl: string; mailer: Mailer | null },
): Sync {
  const closing = new AbortController()
  const owner = newOwner(dashboard.now())
  const wakeRuns = new Set<() => void>()
  const wakeOthers = new Map<string, () => void>()
  const wake = () => {
    for (const wakeRun of wakeRuns) wakeRun()
    for (const wakeOther of wakeOthers.values()) wakeOther()
  }
  const listener = listen({
    url,
    channel: SYNC_CHANNEL,
    applicationName: 'checkout-sync-listen',
    onMessage: () => wake(),
    onConnect: () => wake(),
    onError: (error) => dashboard.log.warn({ error: error.message }, 'sync notifications interrupted'),
  })
  // An unresponsive host blocks one run for minutes: the others continue.
  const runs = Array.from({ length: RUNS_AT_ONCE }, () => {
    const runOwner = newOwner(dashboard.now())
    return repeat(
      dashboard,
      closing.signal,
      RUNS_POLL_MS,
      () => workOneRun(dashboard, { owner: runOwner }),
      (poke) => void wakeRuns.add(poke),
    )
  })
  let wakeFetches = () => {}
  // The next objects of a connection are fetched when its current ones are done.
  const fetching = new OwnTime(dashboard.log, () => wakeFetches())
  const fetches = repeat(
    dashboard,
    closing.signal,
    FETCHES_POLL_MS,
    async () => (await fetchDueObjects(dashboard, fetching)) > 0,
    (poke) => {
      wakeFetches = poke
    },
  )
  const batches = repeat(
    dashboard,
    closing.signal,
    BATCHES_POLL_MS,
    () => runBatch(dashboard, { owner }),
    (poke) => void wakeOthers.set('batches', poke),
  )
  const files = repeat(
    dashboard,
    closing.signal,
    EXPORTS_POLL_MS,
    () => runExport(dashboard, { owner }),
    (poke) => void wakeOthers.set('files', poke),
  )
  const mails = mailer
    ? [
        repeat(
          dashboard,
          closing.signal,
          MAIL_POLL_MS,
          () => runMail(dashboard, mailer, { owner }),
          (poke) => void wakeOthers.set('mails', poke),
        ),
        repeat(
          dashboard,
          closing.signal,
          MAIL_POLL_MS,
          () => runLinkMail(dashboard, mailer, { webUrl }),
          (poke) => void wakeOthers.set('links', poke),
        ),
        repeat(
          dashboard,
          closing.signal,
          NOTICES_POLL_MS,
          async () => (await queuePaidNotices(dashboard, { webUrl })) > 0,
        ),
      ]
    : []
  const schedule = repeat(dashboard, closing.signal, SCHEDULE_MS, async () => {
    if ((await queueReconciles(dashboard)) > 0) wake()
    await retireEndedSecrets(dashboard)
    return false
  })
  const cancels = repeat(
    dashboard,
    closing.signal,
    CANCELS_POLL_MS,
    async () => (await runCancels(dashboard, { owner })) > 0,
  )
  const charges = repeat(
    dashboard,
    closing.signal,
    CHARGES_POLL_MS,
    async () => (await repeatCharges(dashboard, { owner: newOwner(dashboard.now()) })) > 0,
  )
  const looking = new OwnTime(dashboard.log)
  const looks = repeat(
    dashboard,
    closing.signal,
    LOOKS_POLL_MS,
    async () => (await lookAtWatched(dashboard, looking)) > 0,
  )
  const folds = repeat(
    dashboard,
    closing.signal,
    FOLD_POLL_MS,
    async () => (await foldPaymentDays(dashboard)) > 0,
  )
  const prune = repeat(dashboard, closing.signal, PRUNE_POLL_MS, async () => {
    await pruneHistory(dashboard)
    await pruneExports(dashboard)
    await pruneMailedLinks(dashboard)
    return false
  })
  return {
    async close() {
      closing.abort()
      wake()
      await listener.close()
      await Promise.all([
        ...runs,
        fetches,
        schedule,
        cancels,
        batches,
        charges,
        looks,
        folds,
        files,
        ...mails,
        prune,
      ])
      await Promise.all([fetching.idle(), looking.idle()])
    },
  }
}

/** Calls `work` while it finds any, then waits for a notification or the poll; errors are logged and wait too. */
async function repeat(
  { log }: Dashboard,
  closing: AbortSignal,
  pollMs: number,
  work: () => Promise<boolean>,
  onReady: (poke: () => void) => void = () => {},
): Promise<void> {
  let poked = new AbortController()
  onReady(() => poked.abort())
  while (!closing.aborted) {
    poked = new AbortController()
    let found = false
    try {
      found = await work()
    } catch (error) {
      log.error({ err: error }, 'a round of the sync failed')
    }
    if (!found)
      await pause(pollMs, undefined, { signal: AbortSignal.any([closing, poked.signal]) }).catch(() => {})
  }
}
