import { paymentSchema } from '@/lib/contract/payment'
import { paymentLinkSchema } from '@/lib/contract/payment-link'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { cardState, phoneOfCustomer, shownCustomer } from '@/lib/dashboard/customers/shown-customer'
import { can, type MemberRole } from '@/lib/dashboard/role-permissions'
import { raw, sql } from '@/lib/platform/sql'
import { type ChargeRow, chargeTable, hasEnded, isCase, shownCharge } from './charge-row'
import { searchMatches } from './matching-payments'
import { openCaseOf, similarTo } from './send-charge'
import { type ChargeState, caseStates, sqlStates } from './shape'

export type ChargeDetail = Awaited<ReturnType<typeof getCharge>>

/**
 * Returns one charge with the data of its screen. For an open case it fetches payments from the host that may belong to
 * it, unless `isQuick`. Throws Refusal `resource_not_found`.
 */
export async function getCharge(
  ctx: ConnectionContext,
  id: string,
  { role, names, isQuick }: { role: MemberRole; names?: ReadonlyMap<string, string>; isQuick?: boolean },
) {
  const row = await chargeTable.known(ctx, id)
  const { connectionId, prisma } = ctx
  const isDraft = row.state === 'DRAFT' && row.way === 'CARD'
  const keyOf = (objectId: string) => ({ connectionId_id: { connectionId, id: objectId } })
  const [customer, link, payment, found, similar, openCase, successor] = await Promise.all([
    prisma.mirrorCustomer.findUnique({ where: keyOf(row.customer_id) }),
    row.link_id === null ? null : prisma.mirrorLink.findUnique({ where: keyOf(row.link_id) }),
    row.state !== 'PAID' || row.payment_id === null
      ? null
      : prisma.mirrorPayment.findUnique({ where: keyOf(row.payment_id) }),
    isCase(row) && !isQuick ? searchMatches(ctx, row) : null,
    isDraft ? similarTo(ctx, row) : null,
    isDraft ? openCaseOf(ctx, row) : null,
    prisma.charge.findFirst({
      where: { connectionId, replaces: id },
      orderBy: { createdAt: 'desc' },
      select: { id: true, state: true },
    }),
  ])
  // The search has mirrored the customer's payments since the charge.
  const paidSince = found && row.way === 'CARD' && hasEnded(row, ctx.now()) ? await similarTo(ctx, row) : null
  const shown = customer && shownCustomer(ctx, customer, role)
  return {
    charge: shownCharge(row, ctx.now(), names),
    /** `phone` is formatted for display. */
    customer: shown && { name: shown.name, phone: phoneOfCustomer(ctx, shown)?.shown ?? null },
    /** State of the card as the review shows it. */
    card_state: cardState(row.card, { now: ctx.now().getTime(), timeZone: ctx.account.timezone }),
    /** URL of the payment page, for `LINKED`, and of the payer's receipt, for `PAID` and if the host reports one. */
    payment_url: link && paymentLinkSchema.parse(link.snapshot).url,
    receipt_url: (payment && paymentSchema.parse(payment.snapshot).receipt_url) ?? null,
    /** Payments that may belong to an open case; null if the host has not listed them. */
    matches: found?.matches ?? null,
    /** Completeness of that search, `LATER` before it; null without an open case. */
    search: found?.search ?? (isCase(row) ? ('LATER' as const) : null),
    /** Payment of the same customer and amount: for a draft of the last ten minutes, for a case since its creation. */
    similar: similar ?? paidSince,
    /** Open case of the same customer, which locks the card. */
    open_case: openCase,
    /** True if the member may close the case with an unknown outcome. */
    may_give_up: (found?.isLost ?? false) && can(role, 'charges.give_up'),
    /** Charge that replaced this one; a CHECK of the table limits its state. */
    successor: successor && { id: successor.id, state: successor.state as ChargeState },
  }
}

/** Listed cases; more than a team resolves from one page. */
const CASES_MAX = 100

export type OpenCases = Awaited<ReturnType<typeof openCases>>
export type OpenCase = OpenCases['cases'][number]

/**
 * Returns the charges with an unknown outcome, oldest first, with the names of their customers; `count` includes those
 * beyond the listed ones.
 */
export async function openCases(ctx: Pick<ConnectionContext, 'connectionId' | 'db' | 'now'>) {
  const { rows } = await ctx.db.query<ChargeRow & { name: string | null; count: number }>(sql`
    SELECT ${raw(chargeTable.kind.columns)}, (count(*) OVER ())::int AS count, (SELECT name
      FROM dashboard.mirror_customer m
        WHERE m.connection_id = c.connection_id AND m.id = c.customer_id) AS name
      FROM dashboard.charge c WHERE connection_id = ${ctx.connectionId} AND (state IN (${raw(sqlStates(caseStates))})
        -- Its process died, and no worker has taken it over.
        OR (state = 'SENDING' AND lease_until < clock_timestamp()))
      ORDER BY created_at LIMIT ${raw(CASES_MAX)}`)
  const cases = rows.map((row) => ({
    ...shownCharge(row, ctx.now()),
    customer_name: row.name ?? row.customer_id,
  }))
  return { cases, count: rows[0]?.count ?? 0 }
}
