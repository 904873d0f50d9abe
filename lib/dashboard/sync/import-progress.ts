import type { ConnectionContext } from '@/lib/dashboard/context'
import { type ImportProgress, mirrorNouns } from '@/lib/dashboard/schema/mirror'

/** Smallest share from which an estimate is made. */
const SHARE_MIN = 0.02

type Scope = Pick<ConnectionContext, 'connectionId' | 'prisma' | 'account' | 'now'>

/**
 * Returns the import of each noun. A host reports no totals: the share is the part of the account's lifetime that the
 * objects so far cover, and the time left is that of the rest at the same pace, in milliseconds.
 */
export async function importProgress({
  connectionId,
  prisma,
  account,
  now,
}: Scope): Promise<ImportProgress[]> {
  const rows = await prisma.nounImport.findMany({ where: { connectionId } })
  const known = new Map(rows.map((row) => [row.noun, row]))
  const lifetimeMs = now().getTime() - Date.parse(account.created_at)
  return mirrorNouns.map((noun) => {
    const row = known.get(noun)
    const done = row?.doneAt != null
    const spanMs = Math.abs((row?.firstCreatedAt?.getTime() ?? 0) - (row?.lastCreatedAt?.getTime() ?? 0))
    const share = lifetimeMs > 0 ? Math.min(spanMs / lifetimeMs, 1) : 0
    const elapsedMs = row?.startedAt ? now().getTime() - row.startedAt.getTime() : 0
    const isEstimable = !done && share >= SHARE_MIN
    return {
      noun,
      done,
      seen: row?.seen ?? 0,
      share: isEstimable ? share : null,
      left_ms: isEstimable ? Math.round((elapsedMs * (1 - share)) / share) : null,
    }
  })
}
