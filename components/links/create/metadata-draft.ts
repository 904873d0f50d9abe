import { METADATA_BYTES_MAX, METADATA_KEY_MAX, METADATA_KEYS_MAX } from '@/lib/contract/limits'
import { codePoints, isStorable } from '@/lib/contract/text'
import { links } from '@/lib/messages/links'

/** One reference as typed. `kept` is a value that is no text, from a link that another system made. */
export type MetadataRow = { key: number; name: string; value: string; kept?: unknown }

/** One key is the dashboard's own, by which a link is found again after a lost answer. */
export const METADATA_ROWS_MAX = METADATA_KEYS_MAX - 1
const RESERVED = 'dashboard_form'
/** The dashboard's own key with its value, bytes. */
const OWN_BYTES = 64

export type ReadMetadata =
  | { ok: true; metadata: Record<string, unknown> }
  | { ok: false; key: number; message: string }

/** What the rows come to; empty rows are left out. Tells the first row that is wrong. */
export function readMetadata(rows: readonly MetadataRow[]): ReadMetadata {
  const { problems } = links.form.metadata
  const metadata = new Map<string, unknown>()
  for (const row of rows) {
    const name = row.name.trim()
    const value = typedValue(row)
    if (name === '' && value === '') continue
    const wrong = (message: string) => ({ ok: false, key: row.key, message }) as const
    if (name === '' || codePoints(name) > METADATA_KEY_MAX) return wrong(problems.name)
    if (name === RESERVED) return wrong(problems.reserved)
    if (metadata.has(name)) return wrong(problems.twice)
    if (!isStorable(name) || (typeof value === 'string' && !isStorable(value)))
      return wrong(problems.characters)
    metadata.set(name, value)
    const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(metadata))).length
    if (bytes > METADATA_BYTES_MAX - OWN_BYTES) return wrong(problems.size)
  }
  return { ok: true, metadata: Object.fromEntries(metadata) }
}

/** Rows of a link's metadata, to be changed. */
export function metadataRows(metadata: Readonly<Record<string, unknown>>): MetadataRow[] {
  return Object.entries(metadata)
    .slice(0, METADATA_ROWS_MAX)
    .map(([name, value], key) =>
      typeof value === 'string'
        ? { key, name, value }
        : { key, name, value: JSON.stringify(value), kept: value },
    )
}

/** A number that was not touched stays a number; whatever is typed is text. */
function typedValue({ value, kept }: MetadataRow): unknown {
  return kept !== undefined && JSON.stringify(kept) === value ? kept : value.trim()
}
