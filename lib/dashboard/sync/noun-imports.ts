import type { ConnectionContext } from '@/lib/dashboard/context'
import { type MirrorNoun, mirrorNouns } from '@/lib/dashboard/schema/mirror'

type Scope = Pick<ConnectionContext, 'connectionId' | 'db' | 'now'>

/** Returns the nouns that are not imported yet, with the cursor after which each goes on; null = from the start. */
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

/** Records how far a noun's import is: the host's next cursor, or null after the last page. */
export async function keepImport(
  { connectionId, db, now }: Scope,
  noun: MirrorNoun,
  cursor: string | null,
): Promise<void> {
  await db.query({
    name: 'keep-noun-import',
    text: `INSERT INTO dashboard.noun_import (connection_id, noun, cursor, done_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (connection_id, noun) DO UPDATE SET cursor = excluded.cursor, done_at = excluded.done_at`,
    values: [connectionId, noun, cursor, cursor === null ? now() : null],
  })
}
