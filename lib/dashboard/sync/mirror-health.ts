import type { ConnectionContext } from '@/lib/dashboard/context'
import { NAMELESS_ID } from '@/lib/dashboard/mirror/parse-object'
import {
  type CallsPause,
  type Corrections,
  DEEP_WINDOW_DAYS,
  isRunning,
  type MirrorNoun,
  mirrorNouns,
  type SyncProgress,
} from '@/lib/dashboard/mirror/shape'
import { raw, sql } from '@/lib/platform/sql'
import { DAY_MS, hasReadAll, RECONCILE_EVERY_MS } from './queue-run'
import { newestRun } from './sync-run'

/** Age at which comparisons count as behind: three of them were missed in a row. */
const BEHIND_MS = 3 * RECONCILE_EVERY_MS
/** Age of the last comparison of the whole history at which the other comparisons may have left a gap. */
const WHOLE_BEHIND_MS = DEEP_WINDOW_DAYS * DAY_MS
/** Longer than a run waits between two slices. */
const BETWEEN_SLICES_MS = 60_000
/** Quarantined objects that are shown. */
const SHOWN_MAX = 5

/** State of a connection's mirror. */
export type MirrorHealth = Awaited<ReturnType<typeof mirrorHealth>>
export type ImportProgress = MirrorHealth['imports'][number]

/** Returns the age of the last event, the last run and the drift of one connection's mirror. */
export async function mirrorHealth(ctx: ConnectionContext) {
  const [facts, last_sync, imports, quarantine, lately] = await Promise.all([
    factsOf(ctx),
    newestRun(ctx.db, ctx.connectionId),
    importProgress(ctx),
    readQuarantine(ctx),
    correctedLately(ctx),
  ])
  const isImported = imports.every(({ done }) => done)
  return {
    last_event_at: facts.last_event_at?.toISOString() ?? null,
    /** Time of the request for the stored balance, by the host's clock; null before the first response. */
    balance_at: facts.balance_at?.toISOString() ?? null,
    last_sync,
    lately,
    /** Imports by noun until all are complete, then empty. */
    imports: isImported ? [] : imports,
    disconnected_at: ctx.disconnectedAt?.toISOString() ?? null,
    /**
     * `behind`: the last comparison is too old; `broken`: the last one failed. `no_webhook`: no signing secret is stored,
     * so no event can be accepted.
     */
    state: ctx.disconnectedAt ? ('disconnected' as const) : stateOf(last_sync, facts, isImported, ctx.now()),
    pause: ctx.disconnectedAt ? null : pauseOf(facts, ctx.now()),
    quarantine,
    /** Unknown time zone that the host reports; the account's dates are then in UTC. */
    unknown_timezone: ctx.unknownTimezone,
  }
}

interface Facts {
  has_secret: boolean
  last_event_at: Date | null
  balance_at: Date | null
  paused_until: Date | null
  paused_by: CallsPause['reason'] | null
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

async function factsOf({ db, connectionId, now }: ConnectionContext): Promise<Facts> {
  const { rows } = await db.query<Facts>(sql`
    SELECT c.balance_at, c.calls_paused_until AS paused_until, c.calls_paused_by AS paused_by,
      EXISTS (SELECT FROM dashboard.connection_secret
        WHERE connection_id = ${connectionId} AND retired_at IS NULL) AS has_secret,
      (SELECT max(received_at) FROM dashboard.received_event WHERE connection_id = ${connectionId}) AS last_event_at,
      (SELECT state FROM dashboard.sync_run WHERE connection_id = ${connectionId} AND finished_at IS NOT NULL
        ORDER BY started_at DESC LIMIT 1) AS state,
      (SELECT state FROM dashboard.sync_run
        WHERE connection_id = ${connectionId} AND finished_at IS NOT NULL AND kind = 'IMPORT'
        ORDER BY started_at DESC LIMIT 1) AS import_state,
      (SELECT finished_at FROM dashboard.sync_run WHERE connection_id = ${connectionId} AND state = 'DONE'
        ORDER BY started_at DESC LIMIT 1) AS done_at,
      EXISTS (SELECT FROM dashboard.sync_run r
        WHERE connection_id = ${connectionId} AND started_at > ${new Date(now().getTime() - WHOLE_BEHIND_MS)}
          AND ${raw(hasReadAll)}) AS has_read_all,
      EXISTS (SELECT FROM dashboard.sync_run WHERE connection_id = ${connectionId} AND state IN ('QUEUED', 'RUNNING')
        AND progress ->> 'days' IS NULL
          AND lease_until > clock_timestamp() - ${raw(BETWEEN_SLICES_MS)} * interval '1 ms') AS is_whole
    FROM dashboard.connection c WHERE id = ${connectionId}`)
  if (!rows[0]) throw new Error('the connection was removed')
  return rows[0]
}

/** Returns the import of each noun. A host reports no totals. */
async function importProgress({ connectionId, prisma }: ConnectionContext) {
  const rows = await prisma.nounImport.findMany({ where: { connectionId } })
  return mirrorNouns.map((noun) => {
    const row = rows.find((each) => each.noun === noun)
    return { noun, done: row?.doneAt != null, seen: row?.seen ?? 0 }
  })
}

/** Returns the number of objects that the mirror lacks because they are unreadable, with the newest few of them. */
async function readQuarantine({ connectionId, db }: ConnectionContext) {
  const { rows } = await db.query<{
    noun: MirrorNoun
    id: string
    reason: string
    at: Date
    count: number
  }>(sql`
    SELECT noun, object_id AS id, reason, last_at AS at, count(*) OVER () AS count
    FROM dashboard.quarantined_object WHERE connection_id = ${connectionId}
    ORDER BY last_at DESC, noun, object_id LIMIT ${raw(SHOWN_MAX)}`)
  return {
    count: rows[0]?.count ?? 0,
    newest: rows.map(({ noun, id, reason, at }) => {
      // Null for an object without a usable id.
      return { noun, id: id.startsWith(NAMELESS_ID) ? null : id, reason, at: at.toISOString() }
    }),
  }
}

/** Returns the sums over the comparisons of 24 hours, in which a member may not have looked. A running one counts. */
async function correctedLately(ctx: ConnectionContext) {
  const { db, connectionId, now } = ctx
  const { rows } = await db.query<Pick<SyncProgress, 'corrected' | 'drift'>>(sql`
    SELECT mended AS corrected, drift FROM dashboard.sync_run
    WHERE connection_id = ${connectionId} AND kind = 'RECONCILE'
      AND started_at > ${new Date(now().getTime() - DAY_MS)} AND mended <> '{}'`)
  const corrected: Corrections = {}
  for (const run of rows) {
    for (const noun of mirrorNouns) {
      for (const [change, count] of Object.entries(run.corrected[noun] ?? {}))
        corrected[noun] = { ...corrected[noun], [change]: (corrected[noun]?.[change] ?? 0) + count }
    }
  }
  return { corrected, drift: rows.reduce((sum, { drift }) => sum + drift, 0) }
}

function pauseOf({ paused_until: until, paused_by: reason }: Facts, now: Date): CallsPause | null {
  return until === null || reason === null || until <= now ? null : { until: until.toISOString(), reason }
}

function stateOf(
  newest: SyncProgress | null,
  facts: Facts,
  isImported: boolean,
  now: Date,
): 'importing' | 'live' | 'no_webhook' | 'behind' | 'broken' {
  if (!newest) return 'behind'
  if (!isImported) {
    // An import under a new key has not failed yet.
    const isFresh = isRunning(newest) && newest.kind === 'IMPORT' && newest.error === null
    return facts.import_state === 'FAILED' && !isFresh ? 'broken' : 'importing'
  }
  if (facts.state === 'FAILED') return 'broken'
  // A comparison of the whole history has no time limit.
  const age = now.getTime() - (facts.done_at?.getTime() ?? 0)
  if (age > BEHIND_MS && !facts.is_whole) return 'behind'
  if (!facts.has_read_all) return 'behind'
  return facts.has_secret ? 'live' : 'no_webhook'
}
