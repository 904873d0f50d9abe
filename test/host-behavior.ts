/** Differences of a host of the contract from ours, other than ids and optional fields. */
export interface HostBehavior {
  oldestFirst: boolean
  /** Largest page, whatever a client requests. */
  pageMax: number
  /** Objects at the end of a page that the next one repeats. */
  repeated: number
  /** Time after which the cursor of a page is refused. */
  cursorLifeMs: number
}

/** Behavior of our own service. */
export const defaultBehavior: HostBehavior = {
  oldestFirst: false,
  pageMax: 100,
  repeated: 0,
  cursorLifeMs: Number.POSITIVE_INFINITY,
}

/** Returns one page of a list in its order, and its next cursor. Null for a refused cursor. */
export function pageOf<Row>(
  { behavior, now }: { behavior: HostBehavior; now: Date },
  rows: readonly Row[],
  { cursor, limit }: { cursor: string | null; limit: number },
): { data: Row[]; next: string | null } | null {
  const { pageMax, repeated, cursorLifeMs, oldestFirst } = behavior
  const [offset = '0', issuedAt] = cursor?.split('@') ?? []
  const start = Number(offset)
  if (Number.isNaN(start)) return null
  if (issuedAt !== undefined && now.getTime() - Number(issuedAt) > cursorLifeMs) return null
  const end = start + Math.min(limit, pageMax)
  const ordered = oldestFirst ? rows.toReversed() : rows
  const mark = cursorLifeMs === Number.POSITIVE_INFINITY ? '' : `@${now.getTime()}`
  const next = end < rows.length ? `${Math.max(start + 1, end - repeated)}${mark}` : null
  return { data: ordered.slice(start, end), next }
}
