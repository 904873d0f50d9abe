import type { ConnectionContext } from '@/lib/dashboard/context'
import { type MirrorNoun, mirrorNouns } from '@/lib/dashboard/schema/mirror'
import type { Queryable } from '@/lib/platform/database'

type Scope = Pick<ConnectionContext, 'connectionId' | 'now'> & { db: Queryable }

/** Returns the nouns that are not imported yet, each with the cursor to continue after; null means from the start. */
export async function openImports({ connectionId, db }: Scope): Promise<Map<MirrorNoun, string | null>> {
  const { rows } = await db.query<{ noun: string; cursor: string | null; done: boolean }>({
    name: 'noun-imports',
    text: `SELECT noun, cursor, done_at IS NOT NULL AS done FROM dashboard.noun_import WHERE connection_id = $1`,
    values: [connectionId],
  })
  const known = new Map(rows.map((row) => [row.noun, row]))
  const open = mirrorNouns.filter((noun) => known.get(noun)?.done !== true)
  return new Map(open.map((noun) => [noun, known.get(noun)?.cursor ?? null]))
}

/** Page that an import has written. */
export interface ImportedPage {
  /** Host's next cursor, or null after the last page. */
  next: string | null
  seen: number
  /** Creation times of the page's first and last object. */
  firstCreatedAt: Date | null
  lastCreatedAt: Date | null
}

/** Records the progress of a noun's import. */
export async function keepImport(
  { connectionId, db, now }: Scope,
  noun: MirrorNoun,
  { next, seen, firstCreatedAt, lastCreatedAt }: ImportedPage,
): Promise<void> {
  await db.query({
    name: 'keep-noun-import',
    text: `INSERT INTO dashboard.noun_import AS i
        (connection_id, noun, cursor, done_at, seen, started_at, first_created_at, last_created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (connection_id, noun) DO UPDATE SET cursor = excluded.cursor, done_at = excluded.done_at,
        seen = i.seen + excluded.seen, started_at = COALESCE(i.started_at, excluded.started_at),
        first_created_at = COALESCE(i.first_created_at, excluded.first_created_at),
        last_created_at = COALESCE(excluded.last_created_at, i.last_created_at)`,
    values: [
      connectionId,
      noun,
      next,
      next === null ? now() : null,
      seen,
      now(),
      firstCreatedAt,
      lastCreatedAt,
    ],
  })
}
