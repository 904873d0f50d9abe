import { isStorable } from '@/lib/domain/text'
import { type FieldError, invalidParameters } from './errors'
import { CURSOR_TEXT_MAX, ID_TEXT_MAX } from './limits'

export type CursorResource =
  | 'payment_link'
  | 'payment'
  | 'refund'
  | 'dispute'
  | 'customer'
  | 'settlement'
  | 'event'
  | 'delivery'
  | 'api_request'
  | 'audit_entry'

/** The last row of a page: the next page starts after it in `created_at desc, id desc`. */
export type Cursor = { readonly resource: CursorResource; readonly createdAt: Date; readonly id: string }

// 0001-01-01 and 9999-12-31, the bounds of the timestamps that we store.
const EARLIEST_MS = -62_135_596_800_000
const LATEST_MS = 253_402_300_799_999

/** Returns the opaque text of a cursor: base64url without padding, safe in a query. */
export function encodeCursor(cursor: Cursor): string {
  const bytes = new TextEncoder().encode(`${cursor.resource}.${cursor.createdAt.getTime()}.${cursor.id}`)
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes a cursor of this resource; null for a text that encodeCursor did not create for it. */
export function decodeCursor(resource: CursorResource, text: string): Cursor | null {
  if (text.length > CURSOR_TEXT_MAX || !/^[A-Za-z0-9_-]+$/.test(text)) return null
  const plain = fromBase64Url(text)
  const match = plain === null ? null : /^([a-z_]+)\.(-?\d{1,15})\.([^\n]+)$/.exec(plain)
  const [, kind, instant = '', id = ''] = match ?? []
  const createdAtMs = Number(instant)
  if (kind !== resource || createdAtMs < EARLIEST_MS || createdAtMs > LATEST_MS) return null
  if (id.length > ID_TEXT_MAX || !isStorable(id)) return null
  const cursor: Cursor = { resource, createdAt: new Date(createdAtMs), id }
  // Only the canonical encoding is accepted: no stray bits, no leading zeros.
  return encodeCursor(cursor) === text ? cursor : null
}

export const cursorError: FieldError = {
  field: 'starting_after',
  code: 'invalid_cursor',
  message: 'Must be the next_cursor of a page of this same list.',
}

/** Decodes a cursor; null for an absent one. Throws 400 `invalid_parameters` on `starting_after` for a bad one. */
export function parseCursor(resource: CursorResource, text: string | undefined): Cursor | null {
  if (text === undefined) return null
  const cursor = decodeCursor(resource, text)
  if (!cursor) throw invalidParameters([cursorError])
  return cursor
}

function fromBase64Url(text: string): string | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(binary, (unit) => unit.charCodeAt(0)),
    )
  } catch {
    return null
  }
}
