import { emptyDraft, expiryChoices, type LinkDraft, usesChoices } from './link-form'
import type { MetadataRow } from './metadata-draft'

/** A form that nobody has touched is nothing to keep. */
export function isBegun(draft: LinkDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft)
}

/** A half-typed form as text for the tab's storage. `owner` is whose it is: a member at a connection. */
export function keptText(owner: string, draft: LinkDraft): string {
  return JSON.stringify({ owner, draft })
}

/** What `keptText` wrote, or null where it is somebody else's, of another version, or nothing. */
export function readKept(text: string | null, owner: string): LinkDraft | null {
  if (text === null) return null
  let kept: unknown
  try {
    kept = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(kept) || kept.owner !== owner || !isRecord(kept.draft)) return null
  const { title, amount, description, usesCount, expiryAt, metadata } = kept.draft
  const { uses: usesText, expiry: expiryText } = kept.draft
  const uses = usesChoices.find((choice) => choice === usesText)
  const expiry = expiryChoices.find((choice) => choice === expiryText)
  if (!isText(title) || !isText(amount) || !isText(description) || !isText(usesCount) || !isText(expiryAt))
    return null
  if (!uses || !expiry || !Array.isArray(metadata)) return null
  const rows = metadata.filter(isRow).map(({ key, name, value }) => ({ key, name, value }))
  if (rows.length !== metadata.length) return null
  const draft = { title, amount, description, uses, usesCount, expiry, expiryAt, metadata: rows }
  return isBegun(draft) ? draft : null
}

function isRow(row: unknown): row is MetadataRow {
  return isRecord(row) && typeof row.key === 'number' && isText(row.name) && isText(row.value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
