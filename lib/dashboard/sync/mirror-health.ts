import type { ConnectionContext } from '@/lib/dashboard/context'
import {
  type CallsPause,
  type Corrections,
  isRunning,
  type MirrorHealth,
  mirrorNouns,
  type SyncKind,
  type SyncProgress,
  type SyncState,
} from '@/lib/dashboard/schema/mirror'
import { importProgress } from './import-progress'
import { hasReadAll } from './queue-run'
import { readQuarantine } from './read-quarantine'
import { progressOf, type SyncPosition } from './sync-run'
import { DEEP_WINDOW_DAYS, RECONCILE_EVERY_MS } from './sync-windows'

/** Age at which comparisons count as behind: three of them were missed in a row. */
const BEHIND_MS = 3 * RECONCILE_EVERY_MS
/** Age of the last comparison of the whole history at which the other comparisons may have left a gap. */
const WHOLE_BEHIND_MS = DEEP_WINDOW_DAYS * 24 * 60 * 60_000
/** Period of the reported corrections, the time in which a member may not have looked. */
const LATELY_MS = 24 * 60 * 60_000
/** Longer than a run waits between two slices. */
const BETWEEN_SLICES_MS = 60_000

/** Returns the age of the last event, the last run and the drift of one connection's mirror. */
export async function mirrorHealth(ctx: ConnectionContext): Promise<MirrorHealth> {
  const { connectionId, prisma, account } = ctx
  const [secrets, event, newest, compared, finished, imports, quarantine, lately, connection] =
    await Promise.all([
      prisma.connectionSecret.count({ where: { connectionId, retiredAt: null } }),
      prisma.receivedEvent.findFirst({
        where: { connectionId },
        orderBy: { receivedAt: 'desc' },
        select: { receivedAt: true },
      }),
      prisma.syncRun.findFirst({ where: { connectionId }, orderBy: { startedAt: 'desc' } }),
      prisma.syncRun.findFirst({
        where: { connectionId, kind: 'RECONCILE', state: 'DONE' },
        orderBy: { startedAt: 'desc' },
        select: { drift: true },
      }),
      finishedRuns(ctx),
      importProgress(ctx),
      readQuarantine(ctx),
      correctedLately(ctx),
      prisma.connection.findUnique({
        where: { id: connectionId },
        select: { callsPausedUntil: true, callsPausedBy: true, balanceAt: true },
      }),
    ])
  const last_sync = newest
    ? progressOf({
        id: newest.id,
        // CHECKs of the table limit both columns to these values.
        kind: newest.kind as SyncKind,
        state: newest.state as SyncState,
        seen: newest.seen as SyncProgress['seen'],
        corrected: newest.corrected as Corrections,
        drift: newest.drift,
        // Only the sync writes it, from this type.
        progress: newest.progress as Partial<SyncPosition>,
        error: newest.error,
        started_at: newest.startedAt,
        finished_at: newest.finishedAt,
      })
    : null
  const isImported = imports.every(({ done }) => done)
  return {
    last_event_at: event?.receivedAt.toISOString() ?? null,
    balance_at: connection?.balanceAt?.toISOString() ?? null,
    last_sync,
    drift: compared?.drift ?? 0,
    lately,
    imports: isImported ? [] : imports,
    disconnected_at: ctx.disconnectedAt?.toISOString() ?? null,
    state: ctx.disconnectedAt
      ? 'disconnected'
      : stateOf(last_sync, finished, { isImported, hasSecret: secrets > 0 }, ctx.now()),
    pause: ctx.disconnectedAt ? null : pauseOf(connection, ctx.now()),
    quarantine,
    unknown_timezone: ctx.unknownTimezone,
    account: {
      id: account.id,
      name: account.name,
      currency: account.currency,
      timezone: account.timezone,
      status: account.status,
      charges_enabled: account.charges_enabled,
      test_mode: account.test_mode ?? null,
    },
  }
}

/** Returns the sums over the comparisons that began in the last 24 hours, including the corrections of a running one. */
async function correctedLately({
  db,
  connectionId,
  now,
}: ConnectionContext): Promise<MirrorHealth['lately']> {
  const { rows } = await db.query<Pick<SyncProgress, 'corrected' | 'drift'>>({
    name: 'corrected-lately',
    text: `SELECT mended AS corrected, drift FROM dashboard.sync_run
      WHERE connection_id = $1 AND kind = 'RECONCILE' AND started_at > $2 AND mended <> '{}'`,
    values: [connectionId, new Date(now().getTime() - LATELY_MS)],
  })
  const corrected: Corrections = {}
  for (const run of rows) {
    for (const noun of mirrorNouns) {
      for (const [change, count] of Object.entries(run.corrected[noun] ?? {}))
        corrected[noun] = { ...corrected[noun], [change]: (corrected[noun]?.[change] ?? 0) + count }
    }
  }
  return { corrected, drift: rows.reduce((sum, { drift }) => sum + drift, 0) }
}

interface PauseColumns {
  callsPausedUntil: Date | null
  callsPausedBy: string | null
}

function pauseOf(row: PauseColumns | null, now: Date): CallsPause | null {
  if (!row?.callsPausedUntil || row.callsPausedBy === null || row.callsPausedUntil <= now) return null
  // A CHECK of the table limits the column to these reasons.
  return { until: row.callsPausedUntil.toISOString(), reason: row.callsPausedBy as CallsPause['reason'] }
}

interface FinishedRuns {
  /** State of the last finished run; null before the first. */
  state: 'DONE' | 'FAILED' | null
  /** State of the last finished import; null before the first. */
  import_state: 'DONE' | 'FAILED' | null
  /** End of the last DONE run. */
  done_at: Date | null
  /** True if a recent run has read the whole history. */
  has_read_all: boolean
  /** True if a comparison of the whole history is running. Lease time is the database's. */
  is_whole: boolean
}

async function finishedRuns({ db, connectionId, now }: ConnectionContext): Promise<FinishedRuns> {
  const { rows } = await db.query<FinishedRuns>({
    name: 'finished-runs',
    text: `SELECT (SELECT state FROM dashboard.sync_run WHERE connection_id = $1 AND finished_at IS NOT NULL
          ORDER BY started_at DESC LIMIT 1) AS state,
        (SELECT state FROM dashboard.sync_run WHERE connection_id = $1 AND finished_at IS NOT NULL AND kind = 'IMPORT'
          ORDER BY started_at DESC LIMIT 1) AS import_state,
        (SELECT finished_at FROM dashboard.sync_run WHERE connection_id = $1 AND state = 'DONE'
          ORDER BY started_at DESC LIMIT 1) AS done_at,
        EXISTS (SELECT FROM dashboard.sync_run r WHERE connection_id = $1 AND started_at > $2 AND ${hasReadAll}) AS has_read_all,
        EXISTS (SELECT FROM dashboard.sync_run WHERE connection_id = $1 AND state IN ('QUEUED', 'RUNNING')
          AND progress ->> 'days' IS NULL AND lease_until > clock_timestamp() - ${BETWEEN_SLICES_MS} * interval '1 ms') AS is_whole`,
    values: [connectionId, new Date(now().getTime() - WHOLE_BEHIND_MS)],
  })
  return rows[0] ?? { state: null, import_state: null, done_at: null, has_read_all: false, is_whole: false }
}

function stateOf(
  newest: SyncProgress | null,
  finished: FinishedRuns,
  { isImported, hasSecret }: { isImported: boolean; hasSecret: boolean },
  now: Date,
): MirrorHealth['state'] {
  if (!newest) return 'behind'
  if (!isImported) {
    // An import under a new key has not failed yet.
    const isFresh = isRunning(newest) && newest.kind === 'IMPORT' && newest.error === null
    return finished.import_state === 'FAILED' && !isFresh ? 'broken' : 'importing'
  }
  if (finished.state === 'FAILED') return 'broken'
  // A comparison of the whole history has no time limit.
  const age = now.getTime() - (finished.done_at?.getTime() ?? 0)
  if (age > BEHIND_MS && !finished.is_whole) return 'behind'
  if (!finished.has_read_all) return 'behind'
  return hasSecret ? 'live' : 'no_webhook'
}
