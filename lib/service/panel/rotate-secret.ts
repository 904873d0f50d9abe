import { SECRET_ROTATION_HOURS } from '@/lib/contract/limits'
import type { Keyring } from '@/lib/platform/secrets'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { type EndpointContext, getEndpoint, secretAad } from '@/lib/service/webhooks/endpoint-row'

/** States of a rotation. ENDED: the new secret already signs, but was not moved to the current one's column. */
export const rotationStates = ['NONE', 'STAGED', 'OVERLAP', 'ENDED'] as const

interface Step {
  /** The rotation after the step. */
  to: 'STAGED' | 'OVERLAP' | null
  /** The secret that is current after the step, by the state before it; a state without one refuses the step. */
  keeps: { readonly [State in (typeof rotationStates)[number]]?: 'current' | 'next' }
  trace: string
}

const begins = { NONE: 'current', ENDED: 'next' } as const

/**
 * Steps of a rotation (decisions: secret rotation). A current rotation ends by hand before another one starts; one that
 * has ended by time behaves like none whose secret is the new one.
 */
export const rotationSteps = {
  stage: { to: 'STAGED', keeps: begins, trace: 'webhook_endpoint.rotation_staged' },
  overlap: { to: 'OVERLAP', keeps: begins, trace: 'webhook_endpoint.rotation_overlapped' },
  use_now: {
    to: null,
    keeps: { STAGED: 'next', OVERLAP: 'next', ENDED: 'next' },
    trace: 'webhook_endpoint.secret_replaced',
  },
  cancel: {
    to: null,
    keeps: { STAGED: 'current', OVERLAP: 'current' },
    trace: 'webhook_endpoint.rotation_cancelled',
  },
} as const satisfies Record<string, Step>
export type RotationAction = keyof typeof rotationSteps

const HOUR_MS = 3_600_000

/**
 * Result of a step of a rotation. `current`: the secret that signs, until `endsAt` during a rotation. `dropped`: the
 * secret that no longer signs, if any.
 */
export type Rotated =
  | { ok: true; current: string; dropped: string | null; endsAt: Date | null }
  | { ok: false }

/**
 * Starts a rotation to `secret`: staged, the current one signs until the switch; overlapping, both sign. It ends by
 * itself after SECRET_ROTATION_HOURS. Not ok during another rotation. Throws 404 `resource_not_found`.
 */
export function beginRotation(
  ctx: EndpointContext,
  { id, mode, secret }: { id: string; mode: 'stage' | 'overlap'; secret: string },
  keyring: Keyring,
): Promise<Rotated> {
  const endsAt = new Date(ctx.now().getTime() + SECRET_ROTATION_HOURS * HOUR_MS)
  const sealed = keyring.seal(secret, secretAad({ accountId: ctx.accountId, id }))
  return moveRotation(ctx, id, mode, { sealed, endsAt }, keyring)
}

/**
 * Makes the new secret the only one, or drops it. Not ok if rotationSteps refuses it. Throws 404 `resource_not_found`.
 */
export function endRotation(
  ctx: EndpointContext,
  { id, act }: { id: string; act: 'use_now' | 'cancel' },
  keyring: Keyring,
): Promise<Rotated> {
  return moveRotation(ctx, id, act, { sealed: null, endsAt: null }, keyring)
}

/** Executes one of the rotationSteps by one conditional UPDATE. */
async function moveRotation(
  ctx: EndpointContext,
  id: string,
  action: RotationAction,
  next: { sealed: string | null; endsAt: Date | null },
  keyring: Keyring,
): Promise<Rotated> {
  const { accountId, actor, db } = ctx
  const now = ctx.now()
  const { to, keeps, trace }: Step = rotationSteps[action]
  const toNext = rotationStates.filter((state) => keeps[state] === 'next')
  const moved = await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ current: string; dropped: string | null }>({
      text: `WITH before AS MATERIALIZED (
          SELECT id, secret_sealed, next_secret_sealed,
            CASE WHEN rotation IS NULL THEN 'NONE' WHEN rotation_ends_at <= $3 THEN 'ENDED' ELSE rotation END AS state
          FROM service.webhook_endpoint
          WHERE account_id = $1 AND id = $2 AND status <> 'DELETED' FOR NO KEY UPDATE
        )
        UPDATE service.webhook_endpoint e SET
          rotation = $6, next_secret_sealed = $7, rotation_ends_at = $8,
          secret_sealed = CASE WHEN b.state = ANY ($5) THEN b.next_secret_sealed ELSE b.secret_sealed END,
          secret_since = CASE WHEN b.state = ANY ($5) THEN least($3, e.rotation_ends_at) ELSE e.secret_since END
        FROM before b
        WHERE e.account_id = $1 AND e.id = b.id AND b.state = ANY ($4)
        RETURNING e.secret_sealed AS current, CASE WHEN b.state = ANY ($5) THEN b.secret_sealed ELSE b.next_secret_sealed END AS dropped`,
      values: [accountId, id, now, Object.keys(keeps), toNext, to, next.sealed, next.endsAt],
    })
    if (!rows[0]) return null
    await recordAudit(tx, { accountId, actor, action: trace, objectId: id, now })
    return rows[0]
  })
  if (moved) {
    const open = (sealed: string) => keyring.open(sealed, secretAad({ accountId, id }))
    const { current, dropped } = moved
    return { ok: true, current: open(current), dropped: dropped && open(dropped), endsAt: next.endsAt }
  }
  await getEndpoint(ctx, id)
  return { ok: false }
}
