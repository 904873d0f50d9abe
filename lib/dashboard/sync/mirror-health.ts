import type { ConnectionContext } from '@/lib/dashboard/context'
import {
  isRunning,
  type Mended,
  type MirrorHealth,
  type SyncKind,
  type SyncProgress,
  type SyncState,
} from '@/lib/dashboard/schema/mirror'
import { importProgress } from './import-progress'
import { readQuarantine } from './read-quarantine'
import { progressOf, type SyncPlace } from './sync-run'
import { RECONCILE_EVERY_MS } from './sync-windows'

/** Three comparisons missed in a row are no accident. */
const BEHIND_MS = 3 * RECONCILE_EVERY_MS

/** The age of the last event, the last run and the drift of one connection's mirror. */
export async function mirrorHealth(ctx: ConnectionContext): Promise<MirrorHealth> {
  const { connectionId, prisma, account } = ctx
  const [secrets, event, newest, compared, imports, quarantine] = await Promise.all([
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
    importProgress(ctx),
    readQuarantine(ctx),
  ])
  const last_sync = newest
    ? progressOf({
        id: newest.id,
        // CHECKs of the table hold both columns to these words.
        kind: newest.kind as SyncKind,
        state: newest.state as SyncState,
        seen: newest.seen as SyncProgress['seen'],
        mended: newest.mended as Mended,
        drift: newest.drift,
        // Written by the sync alone, from this type.
        progress: newest.progress as Partial<SyncPlace>,
        error: newest.error,
        started_at: newest.startedAt,
        finished_at: newest.finishedAt,
      })
    : null
  const isImported = imports.every(({ done }) => done)
  return {
    last_event_at: event?.receivedAt.toISOString() ?? null,
    last_sync,
    drift: compared?.drift ?? 0,
    imports: isImported ? [] : imports,
    disconnected_at: ctx.disconnectedAt?.toISOString() ?? null,
    state: ctx.disconnectedAt
      ? 'disconnected'
      : stateOf(last_sync, { isImported, hasSecret: secrets > 0 }, ctx.now()),
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

function stateOf(
  last: SyncProgress | null,
  { isImported, hasSecret }: { isImported: boolean; hasSecret: boolean },
  now: Date,
): MirrorHealth['state'] {
  if (!last) return 'behind'
  if (last.state === 'FAILED') return 'broken'
  if (!isImported) return 'importing'
  // A comparison of the whole history takes as long as it takes.
  const isWhole = isRunning(last) && last.days === null
  if (!isWhole && now.getTime() - Date.parse(last.started_at) > BEHIND_MS) return 'behind'
  return hasSecret ? 'live' : 'no_webhook'
}
