import type { ConnectionContext } from '@/lib/dashboard/context'
import { HASHED_ID } from '@/lib/dashboard/mirror/quarantine'
import type { MirrorHealth, MirrorNoun, RawObject } from '@/lib/dashboard/schema/mirror'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { can, type Permission } from '@/lib/dashboard/team/role-permissions'

const SHOWN_MAX = 5
/** Displayed part of an object, enough to find the unreadable field. */
const SHOWN_RAW_CHARACTERS_MAX = 4_000

interface Row {
  noun: MirrorNoun
  object_id: string
  reason: string
  last_at: Date
  count: number
}

type Scope = Pick<ConnectionContext, 'connectionId' | 'db'>

const newestFirst = `FROM dashboard.quarantined_object WHERE connection_id = $1
  ORDER BY last_at DESC, noun, object_id LIMIT ${SHOWN_MAX}`

/** Returns the number of quarantined objects of a connection, and the newest of them without their contents. */
export async function readQuarantine({ connectionId, db }: Scope): Promise<MirrorHealth['quarantine']> {
  const { rows } = await db.query<Row>({
    name: 'read-quarantine',
    text: `SELECT noun, object_id, reason, last_at,
        (SELECT count(*) FROM dashboard.quarantined_object WHERE connection_id = $1) AS count ${newestFirst}`,
    values: [connectionId],
  })
  return {
    count: rows[0]?.count ?? 0,
    newest: rows.map((row) => ({ ...shownObject(row), reason: row.reason })),
  }
}

/** Permissions required in addition to the route's, for objects that contain more. */
const needed: Partial<Record<MirrorNoun, Permission>> = {
  customers: 'contacts.read',
  payments: 'contacts.read',
  settlements: 'payouts.read',
}

/** Returns the JSON of the same objects, as far as a role may see it. */
export async function readRawObjects({ connectionId, db }: Scope, role: MemberRole): Promise<RawObject[]> {
  const { rows } = await db.query<Row & { raw: string | null }>({
    name: 'read-raw-objects',
    text: `SELECT noun, object_id, last_at, left(jsonb_pretty(raw), ${SHOWN_RAW_CHARACTERS_MAX}) AS raw ${newestFirst}`,
    values: [connectionId],
  })
  return rows.map((row) => {
    const permission = needed[row.noun]
    return { ...shownObject(row), raw: permission && !can(role, permission) ? null : row.raw }
  })
}

function shownObject({ noun, object_id, last_at }: Pick<Row, 'noun' | 'object_id' | 'last_at'>) {
  return { noun, id: object_id.startsWith(HASHED_ID) ? null : object_id, at: last_at.toISOString() }
}
