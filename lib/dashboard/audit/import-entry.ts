import type { ConnectionContext } from '@/lib/dashboard/context'
import type { AuditedImport, AuditOutcome } from '@/lib/dashboard/schema/audit'

/** Action of a member's link import: one entry, whose object is the import. */
export const IMPORT_ACTION = 'links.import'
/**
 * Action of one row of an import, whose entry prevents a second link. The lists omit it: its import's entry has the
 * result.
 */
export const IMPORT_ROW_ACTION = 'links.import_row'

export interface ReadImport extends AuditedImport {
  /** Overall result: in progress, nothing created, or links created. */
  outcome: AuditOutcome
}

interface ImportRow extends AuditedImport {
  state: string
}

/** Returns the imports of some entries by id; a deleted one is omitted. */
export async function readImports(
  { connectionId, db }: Pick<ConnectionContext, 'connectionId' | 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadImport>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<ImportRow>({
    name: 'read-audited-imports',
    text: `SELECT b.id, b.name, b.total, b.state, count(r) FILTER (WHERE r.state = 'DONE')::integer AS done
      FROM dashboard.link_batch b
      LEFT JOIN dashboard.link_batch_row r ON r.connection_id = b.connection_id AND r.batch_id = b.id
      WHERE b.connection_id = $1 AND b.id = ANY($2) GROUP BY b.connection_id, b.id`,
    values: [connectionId, ids],
  })
  return new Map(
    rows.map(({ state, ...linkImport }) => [
      linkImport.id,
      { ...linkImport, outcome: outcomeOf(state, linkImport.done) },
    ]),
  )
}

function outcomeOf(state: string, done: number): AuditOutcome {
  if (state === 'QUEUED' || state === 'RUNNING') return 'intent'
  return done > 0 ? 'done' : 'failed'
}
