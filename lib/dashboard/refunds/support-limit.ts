import { z } from 'zod'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import { sqlStates } from '@/lib/dashboard/charges/shape'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorAmount, shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { findRow, type Queryable } from '@/lib/platform/database'
import { sql } from '@/lib/platform/sql'
import { openRefundStates } from './shape'

/** Longest limit, in major units of any currency. */
const LIMIT_MAX_MAJOR = 999_999_999

/** Limit of support per day, in major units; null = no limit. */
export const refundLimitInput = z.object({ limit: z.number().min(0).max(LIMIT_MAX_MAJOR).nullable() })

/** States that count towards the limit: refused and failed refunds moved no money. */
const counted = sqlStates([...openRefundStates, 'SUCCEEDED'])

/**
 * SQL of the minor units that members with the role SUPPORT have refunded on the account's day, without refund $2; $1 is the connection.
 * `now` and `zone` are parameters.
 */
export function usedBySupport(now: string, zone: string): string {
  return `(SELECT COALESCE(sum(amount_minor), 0) FROM dashboard.refund WHERE connection_id = $1 AND id <> $2 AND is_support
    AND sent_at >= date_trunc('day', ${now}::timestamptz, ${zone}) AND state IN (${counted}))`
}

/** Amounts in major units of the account's currency; `limit` null = no limit. */
export interface SupportLimit {
  limit: number | null
  /** Refunded by support since the beginning of the account's day. */
  used: number
  /** True if the host has refunds. */
  isSupported: boolean
}

/** Returns the limit of support, and what is used of it without the refund `except`. */
export async function readSupportLimit(
  ctx: Pick<ConnectionContext, 'connectionId' | 'now' | 'account'> & { db: Queryable },
  except = '',
): Promise<SupportLimit> {
  const { currency, timezone } = ctx.account
  const row = await findRow<{
    limit_minor: number | null
    used_minor: string
    is_supported: boolean
  }>(ctx.db, {
    name: 'support-refund-limit',
    text: `SELECT support_refund_limit_minor AS limit_minor, ${usedBySupport('$3', '$4')} AS used_minor,
        COALESCE(refunds_supported, false) AS is_supported
      FROM dashboard.connection WHERE id = $1`,
    values: [ctx.connectionId, except, ctx.now(), timezone],
  })
  return {
    isSupported: row?.is_supported ?? false,
    limit: majorOf(row?.limit_minor, currency),
    used: shownAmount(BigInt(row?.used_minor ?? 0), currency),
  }
}

function majorOf(minor: number | null | undefined, currency: string): number | null {
  return minor == null ? null : shownAmount(BigInt(minor), currency)
}

/** Sets the limit of support per day, in major units; null removes it. The change and its audit entry are one transaction. */
export async function setSupportLimit(
  ctx: ConnectionContext,
  { limit }: z.output<typeof refundLimitInput>,
): Promise<{ limit: number | null }> {
  const { connectionId, account } = ctx
  return ctx.db.transaction(async (tx) => {
    await lockRefunds(tx, connectionId)
    const { limit: before } = await readSupportLimit({ ...ctx, db: tx })
    const { rows } = await tx.query<{ limit_minor: number | null }>({
      name: 'set-support-refund-limit',
      text: `UPDATE dashboard.connection SET support_refund_limit_minor = $2 WHERE id = $1
        RETURNING support_refund_limit_minor AS limit_minor`,
      values: [connectionId, limit === null ? null : mirrorAmount(limit, account.currency).toString()],
    })
    const after = majorOf(rows[0]?.limit_minor, account.currency)
    const shown = { before: { limit_per_day: before }, after: { limit_per_day: after } }
    const act = { action: 'refunds.set_limit', ...shown, details: { currency: account.currency } }
    await recordTeamAudit(tx, { ...ctx, ...act, now: ctx.now() })
    return { limit: after }
  })
}

/** Serializes what is sent from a connection until the transaction ends: concurrent refunds would not count each other. */
export async function lockRefunds(tx: Queryable, connectionId: string): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('refunds of ' || ${connectionId}, 0))`)
}
