import type { Queryable } from '@/lib/platform/database'

/** Stored response of a finished request: every retry under its key gets it, byte for byte. */
export interface Answer {
  status: number
  body: string
}

export interface KeyOfRequest {
  accountId: string
  route: string
  keyHash: Buffer
  fingerprint: Buffer
}

/** Earlier request of a key. */
export type UsedKey =
  /** The request is done, with its stored response. */
  | { kind: 'replay'; answer: Answer; paymentId: string | null }
  /** Another request under the key is running, or was interrupted and is not closed yet. */
  | { kind: 'running'; paymentId: string | null }
  | { kind: 'reused' }

export interface KeyRow {
  fingerprint: Buffer
  payment_id: string | null
  answer_status: number | null
  answer_body: string | null
}

/** Returns the earlier request of a key; null if the key is unused. */
export async function readKey(db: Queryable, key: KeyOfRequest): Promise<UsedKey | null> {
  const { rows } = await db.query<KeyRow>({
    name: 'charge-key',
    text: `SELECT fingerprint, payment_id, answer_status, answer_body FROM service.idempotency_key
      WHERE account_id = $1 AND route = $2 AND key_hash = $3`,
    values: [key.accountId, key.route, key.keyHash],
  })
  return rows[0] ? keyOf(rows[0], key) : null
}

/** Returns the result of the row of a key for a request with the same key. */
export function keyOf(row: KeyRow, key: Pick<KeyOfRequest, 'fingerprint'>): UsedKey {
  if (!row.fingerprint.equals(key.fingerprint)) return { kind: 'reused' }
  if (row.answer_status === null) return { kind: 'running', paymentId: row.payment_id }
  const answer = { status: row.answer_status, body: row.answer_body ?? '' }
  return { kind: 'replay', answer, paymentId: row.payment_id }
}
