import type { RowMirror } from '@/lib/dashboard/schema/mirror'

/** Columns of every mirror row. */
export interface MirroredRow {
  id: string
  snapshot: unknown
  seenAt: Date
  confirmedAt: Date | null
  conflictAt: Date | null
  missingAt: Date | null
  createdAt: Date
}

/** Returns the age and reliability of a row, for pages. */
export function rowMirror({ seenAt, confirmedAt, conflictAt, missingAt }: MirroredRow): RowMirror {
  return {
    seen_at: seenAt.toISOString(),
    confirmed_at: confirmedAt?.toISOString() ?? null,
    conflict: conflictAt !== null,
    missing: missingAt !== null,
  }
}
