import { ApiError } from '@/lib/contract/errors'
import { fingerprintInput } from '@/lib/contract/idempotency'
import type { Queryable } from '@/lib/platform/database'
import { sha256 } from '@/lib/platform/secrets'
import type { ServiceContext } from '@/lib/service/context'
import { type Answer, type KeyOfRequest, readKey, type UsedKey } from './used-key'

/** Response to a request with an Idempotency-Key: the stored bytes. */
export class KeyedAnswer implements Answer {
  readonly status: number
  readonly body: string

  constructor(
    { status, body }: Answer,
    /** True for a repeated request under the same key. */
    readonly replayed: boolean,
  ) {
    this.status = status
    this.body = body
  }
}

export interface KeyedRequest {
  route: string
  path: string
  body: Record<string, unknown>
  sentKey: string
  requestId: string
}

/**
 * Executes a request without an external call at most once per key: `execute` runs in the transaction that stores its
 * response. Throws 422 `idempotency_key_reused` and the errors of `execute`, which leave the key unused.
 */
export async function answerOnce(
  ctx: ServiceContext,
  { route, path, body, sentKey, requestId }: KeyedRequest,
  execute: (tx: Queryable) => Promise<Answer>,
): Promise<KeyedAnswer> {
  const key: KeyOfRequest = {
    accountId: ctx.accountId,
    route,
    keyHash: sha256(sentKey),
    fingerprint: sha256(fingerprintInput(path, body)),
  }
  const used = await readKey(ctx.db, key)
  return used ? answerOfKey(used) : storeAnswer(ctx, { ...key, requestId }, execute)
}

/** Returns the response to a request whose key belongs to an earlier one. */
export function answerOfKey(key: UsedKey): KeyedAnswer {
  switch (key.kind) {
    case 'replay':
      return new KeyedAnswer(key.answer, true)
    case 'reused':
      throw new ApiError('idempotency_key_reused')
    case 'running':
      throw new ApiError(
        'idempotency_unresolved',
        key.paymentId === null ? {} : { payment_id: key.paymentId },
      )
  }
}

class KeyTaken extends Error {}

/** Executes a request under a key that was unused a moment ago, as `answerOnce` does. */
export async function storeAnswer(
  ctx: ServiceContext,
  key: KeyOfRequest & { requestId: string },
  execute: (tx: Queryable) => Promise<Answer>,
): Promise<KeyedAnswer> {
  try {
    return await ctx.db.transaction(async (tx) => {
      const answer = await execute(tx)
      if (!(await insertAnswered(tx, key, answer, ctx.now()))) throw new KeyTaken()
      return new KeyedAnswer(answer, false)
    })
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error
    const taken = await readKey(ctx.db, key)
    if (!taken) throw new ApiError('idempotency_unresolved')
    return answerOfKey(taken)
  }
}

/** Inserts the key of a request that is executed and answered within `tx`, as done. false = the key is taken. */
async function insertAnswered(
  tx: Queryable,
  key: KeyOfRequest & { requestId: string },
  answer: Answer,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.query({
    name: 'claim-answered',
    text: `INSERT INTO service.idempotency_key
        (account_id, route, key_hash, fingerprint, state, answer_status, answer_body, request_id, created_at, done_at)
      VALUES ($1, $2, $3, $4, 'DONE', $5, $6, $7, $8, $8) ON CONFLICT DO NOTHING`,
    values: [
      key.accountId,
      key.route,
      key.keyHash,
      key.fingerprint,
      answer.status,
      answer.body,
      key.requestId,
      now,
    ],
  })
  return count === 1
}
