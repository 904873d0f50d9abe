import { QUOTA_NAMES } from '@/lib/dashboard/quotas/quotas'
import { readUsage } from '@/lib/dashboard/quotas/read-usage'
import { type Database, findRow, type Handle } from '@/lib/platform/database'
import type { Figure } from '@/lib/platform/metrics/private-server'
import { readServiceHealth } from '@/lib/service/ledger/coherence-health'

/** Time for which readers get the same figures. */
const KEPT_MS = 5_000
/** Time for which they get the same use of quotas, which reads whole tables. */
const QUOTAS_KEPT_MS = 300_000

interface Databases {
  database: Database<'service' | 'bank'>
  dashboardDatabase: Database<'dashboard'>
}

/** Returns a function that reads the figures of a deployment (docs/monitoring.md), at most every five seconds. */
export function workerFigures(
  { database, dashboardDatabase }: Databases,
  monotonicMs = () => performance.now(),
): () => Promise<Figure[]> {
  const dashboard = dashboardDatabase.as('checkout_dashboard_system')
  const service = kept(KEPT_MS, monotonicMs, () => serviceFigures(database))
  const waiting = kept(KEPT_MS, monotonicMs, async () =>
    figuresOf(
      DASHBOARD_FIGURES,
      await findRow<Record<DashboardFigure, number>>(dashboard.reserved(), {
        name: 'dashboard-figures',
        text: DASHBOARD_SQL,
      }),
    ),
  )
  const quotas = kept(QUOTAS_KEPT_MS, monotonicMs, () => quotaFigures(dashboard))
  return async () => (await Promise.all([service(), waiting(), quotas()])).flat()
}

/** Returns a function that reads at most once in a time; after a failure it reads again. */
function kept<Value>(
  ms: number,
  monotonicMs: () => number,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let latest: { sinceMs: number; value: Promise<Value> } | null = null
  return () => {
    if (latest && monotonicMs() - latest.sinceMs < ms) return latest.value
    const value = read().catch((error: unknown) => {
      latest = null
      throw error
    })
    latest = { sinceMs: monotonicMs(), value }
    return value
  }
}

async function quotaFigures(dashboard: Handle): Promise<Figure[]> {
  const usage = await readUsage(dashboard)
  const full = (quota: string) => usage.filter((it) => it.quota === quota && it.used >= it.limit).length
  return QUOTA_NAMES.map((quota) => ({
    name: 'checkout_quotas_full',
    help: 'Teams at the limit of a quota',
    labels: { quota },
    value: full(quota),
  }))
}

async function serviceFigures(database: Databases['database']): Promise<Figure[]> {
  const system = database.as('checkout_system')
  const [health, waiting] = await Promise.all([
    readServiceHealth(system.reserved()),
    findRow<Record<ServiceFigure, number>>(system.reserved(), { name: 'service-figures', text: SERVICE_SQL }),
  ])
  const ageS = (at: Date | null) => (at ? (Date.now() - at.getTime()) / 1_000 : Number.POSITIVE_INFINITY)
  return [
    figure('books_breaks', 'Discrepancies that the last comparison of the books found', health.breaks ?? 0),
    figure('books_checked_age_seconds', 'Time since the last full comparison', ageS(health.checkedAt)),
    figure('payments_pending', 'Payments without an outcome', health.pendingPayments),
    figure('payments_stuck', 'Payments that the reconciler could not end in time', health.stuckPayments),
    figure(
      'payments_oldest_pending_seconds',
      'Age of the oldest payment without an outcome',
      health.oldestPendingS,
    ),
    figure('jobs_overdue', 'Scheduled jobs that are overdue by an hour', health.overdueJobs.length),
    figure(
      'jobs_oldest_due_seconds',
      'Time since a scheduled job was due that has not ended',
      health.oldestDueJobS,
    ),
    ...figuresOf(SERVICE_FIGURES, waiting),
  ]
}

function figure(name: string, help: string, value: number): Figure {
  return { name: `checkout_${name}`, help, value }
}

function figuresOf<Name extends string>(
  helps: Readonly<Record<Name, string>>,
  row: Readonly<Record<Name, number>> | null,
): Figure[] {
  // Object.entries forgets the key type.
  return (Object.entries(helps) as [Name, string][]).map(([name, help]) =>
    figure(name, help, row?.[name] ?? 0),
  )
}

const SERVICE_FIGURES = {
  deliveries_due: 'Deliveries that are due and not sent',
  deliveries_oldest_due_seconds: 'Time since the oldest delivery was due that is not sent',
  settlements_unpaid_oldest_seconds: 'Time since the oldest settlement was due that is not paid',
  notices_open: 'Notices of the processor that nobody has closed',
}
type ServiceFigure = keyof typeof SERVICE_FIGURES

const DASHBOARD_FIGURES = {
  charges_unresolved: 'Charges of the dashboard without a known outcome',
  charges_unresolved_oldest_seconds: 'Age of the oldest charge of the dashboard without a known outcome',
  mirror_oldest_due_seconds: 'Time since the oldest comparison or read of a host was due',
  mails_waiting: 'Mails that are due and not sent',
  mails_oldest_due_seconds: 'Time since the oldest mail was due that is not sent',
}
type DashboardFigure = keyof typeof DASHBOARD_FIGURES

const since = (at: string) =>
  `coalesce(greatest(extract(epoch FROM clock_timestamp() - ${at}), 0), 0)::float8`

// Each half has an index of its own. An endpoint that answers slowly delays itself alone.
const due = (attempts: '=' | '>') => `SELECT d.next_attempt_at FROM service.delivery d
    JOIN service.webhook_endpoint e ON e.account_id = d.account_id AND e.id = d.endpoint_id
  WHERE d.status = 'PENDING' AND d.owner IS NULL AND d.automatic_attempts ${attempts} 0
    AND d.next_attempt_at <= clock_timestamp() AND (e.slow_until IS NULL OR e.slow_until <= clock_timestamp())`

const SERVICE_SQL = `SELECT d.due AS deliveries_due, d.oldest AS deliveries_oldest_due_seconds,
    s.oldest AS settlements_unpaid_oldest_seconds, n.open AS notices_open
  FROM (SELECT count(*)::int AS due, ${since('min(next_attempt_at)')} AS oldest
      FROM (${due('=')} UNION ALL ${due('>')}) waiting) d
    CROSS JOIN (SELECT ${since('min(due_at)')} AS oldest FROM service.settlement
      WHERE status = 'PENDING' AND bank_account_id IS NOT NULL AND due_at <= clock_timestamp()) s
    CROSS JOIN (SELECT count(*)::int AS open FROM health.processor_notice WHERE closed_at IS NULL) n`

// A paused or disconnected host is no lag of ours.
const DASHBOARD_SQL = `SELECT c.open AS charges_unresolved, c.oldest AS charges_unresolved_oldest_seconds,
    greatest(r.oldest, f.oldest) AS mirror_oldest_due_seconds, m.due AS mails_waiting, m.oldest AS mails_oldest_due_seconds
  FROM (SELECT count(*)::int AS open, ${since('min(created_at)')} AS oldest FROM dashboard.charge
      WHERE state IN ('UNKNOWN', 'UNRESOLVED')) c
    CROSS JOIN (SELECT ${since('min(started_at)')} AS oldest FROM dashboard.sync_run
      WHERE state = 'QUEUED' AND error IS NULL) r
    CROSS JOIN (SELECT ${since('min(f.due_at)')} AS oldest FROM dashboard.object_fetch f
      JOIN dashboard.connection n ON n.id = f.connection_id
      WHERE n.disconnected_at IS NULL AND coalesce(n.calls_paused_until, f.due_at) <= clock_timestamp()) f
    CROSS JOIN (SELECT count(*)::int AS due, ${since('min(at)')} AS oldest FROM (
        SELECT next_try_at AS at FROM dashboard.mail WHERE state = 'QUEUED'
        UNION ALL SELECT mail_due_at FROM dashboard.mailed_link WHERE mail_state = 'QUEUED') q
      WHERE at <= clock_timestamp()) m`
