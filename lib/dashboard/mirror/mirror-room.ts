import { quotas } from '@/lib/dashboard/schema/quotas'

/** Bytes up to which a known object may grow in a full mirror. */
const GROWN_BYTES_MAX = 4 * 1_024

/** Common table expression that contains whether the mirror of the connection $1 is full. */
export const ROOM = `room AS (
    SELECT COALESCE(sum(objects) >= ${quotas.mirror_objects.limit} OR sum(bytes) >= ${quotas.mirror_bytes.limit}, false)
      OR COALESCE((SELECT is_team_full FROM dashboard.connection WHERE id = $1), false) AS is_full
    FROM dashboard.stored_size WHERE connection_id = $1 AND kind = 'mirror'
  )`

/** Returns the SQL condition that there is room for an object, or that it replaces a known one without growing. */
export function hasRoom(table: string, { id, snapshot }: { id: string; snapshot: string }): string {
  return `(NOT (SELECT is_full FROM room) OR EXISTS (SELECT FROM ${table} AS known
    WHERE known.connection_id = $1 AND known.id = ${id}
      AND octet_length(${snapshot}::text) <= GREATEST(octet_length(known.snapshot::text), ${GROWN_BYTES_MAX})))`
}

/** The connection's copy, or its team, has reached a quota; new objects are not added. */
export class MirrorFull extends Error {
  readonly code = 'mirror_full'

  constructor() {
    super('the copy of this account, or its team, has reached a quota of objects or bytes')
    this.name = 'MirrorFull'
  }
}
