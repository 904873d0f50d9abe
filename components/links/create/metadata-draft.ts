import { METADATA_BYTES_MAX, METADATA_KEY_MAX, METADATA_KEYS_MAX } from '@/lib/contract/limits'
import { codePoints, isStorable } from '@/lib/domain/text'
import { links } from '@/lib/messages/links'

/** One reference as typed. `original` is a value that is not a text, from a link of another system. */
export type MetadataRow = { key: number; name: string; value: string; original?: unknown }

/** The dashboard adds one key of its own, by which it finds a link after a lost response. */
export const METADATA_ROWS_MAX = METADATA_KEYS_MAX - 1
const RESERVED = 'dashboard_form'
/** Size of the dashboard's own key with its value, bytes. */
const OWN_BYTES = 64

export type ReadMetadata =
  | { ok: true; metadata: Record<string, unknown> }
  | { ok: false; key: number; message: string }

/** Returns the metadata of the rows without the empty ones, or the problem of the first invalid row. */
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

/** Returns editable rows of a link's metadata. */
export function metadataRows(metadata: Readonly<Record<string, unknown>>): MetadataRow[] {
  return Object.entries(metadata)
    .slice(0, METADATA_ROWS_MAX)
    .map(([name, value], key) =>
      typeof value === 'string'
        ? { key, name, value }
        : { key, name, value: JSON.stringify(value), original: value },
    )
}

/** Returns the original value of an unchanged row, otherwise the typed text. */
function typedValue({ value, original }: MetadataRow): unknown {
  return original !== undefined && JSON.stringify(original) === value ? original : value.trim()
}
