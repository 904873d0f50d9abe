import { CONFIRMATION_MS } from '@/lib/contract/limits'
import type { Payment } from '@/lib/contract/payment'
import type { ConnectionContext } from '@/lib/dashboard/context'
import {
  customerName,
  type ObjectSource,
  originatingCharge,
  readObject,
  receivedEvents,
} from '@/lib/dashboard/reads/read-object'
import { can, type MemberRole } from '@/lib/dashboard/role-permissions'
import { settlementNames } from '@/lib/dashboard/settlements/shown-settlement'
import { transferTimes } from '@/lib/dashboard/settlements/transfer-times'
import { maskedEmail } from '@/lib/domain/masks'
import { isStorable } from '@/lib/domain/text'
import { raw, sql } from '@/lib/platform/sql'
import { earlierApproved } from './list-disputes'
import { maskedEvent, payerLabel, shownPayment, wholePayment } from './shown-payment'

export type PaymentDetail = Awaited<ReturnType<typeof getPayment>>
export type PaymentReceipt = PaymentDetail['receipts'][number]

/**
 * Returns one payment as a role sees it, with its received webhooks, read `from` the host (which confirms it) or from the
 * mirror. Throws as `readObject` does.
 */
export async function getPayment(
  ctx: ConnectionContext,
  id: string,
  { role, from = 'host' }: { role: MemberRole; from?: ObjectSource },
) {
  const { connectionId } = ctx
  const read = () => ctx.prisma.mirrorPayment.findUnique({ where: { connectionId_id: { connectionId, id } } })
  const { row, confirmed, problem } = await readObject(ctx, { noun: 'payments', id, from }, read)
  const payment = shownPayment(row, role)
  const { settlement_id: settlementId, customer_id: customerId } = payment
  const [events, paidLater, names, times, name, chargeId, receipts, earlier] = await Promise.all([
    receivedEvents(ctx, id),
    findPaidLater(ctx, wholePayment(row)),
    settlementNames(ctx, settlementId === null ? [] : [settlementId]),
    transferTimes(ctx),
    customerName(ctx, customerId),
    originatingCharge(ctx, { paymentId: id }),
    listReceipts(ctx, id, role),
    payment.dispute?.status === 'NEEDS_RESPONSE' ? earlierApproved(ctx, payment) : [],
  ])
  return {
    payment,
    confirmed,
    problem,
    events: payment.masked ? events.map(maskedEvent) : events,
    paidLater,
    /** Settlement schedule of the account, if the host reports it. */
    settlementSchedule: ctx.account.settlement_schedule ?? null,
    /** Settlement of the payment, if the mirror has it. */
    settlement: (settlementId !== null && names.get(settlementId)) || null,
    transferTimes: times,
    /** Name of the payment's customer, if the mirror has one. */
    customerName: name,
    /** Dashboard's charge that created it. */
    chargeId,
    receipts,
    /** Earlier approved payments of the customer, newest first, while a dispute needs evidence; else empty. */
    earlierApproved: earlier,
  }
}

/** Listed receipts; as many as a payment may have in one day. */
const LISTED_MAX = 5

/** Returns the last receipts of a payment, newest first; their addresses are masked for a role without `contacts.read`. */
async function listReceipts(
  { prisma, connectionId }: ConnectionContext,
  paymentId: string,
  role: MemberRole,
) {
  const rows = await prisma.mail.findMany({
    where: { connectionId, objectId: paymentId, kind: 'receipt' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: LISTED_MAX,
    select: { id: true, recipient: true, state: true, createdAt: true, finishedAt: true },
  })
  const isOpen = can(role, 'contacts.read')
  return rows.map(({ id, recipient, state, createdAt, finishedAt }) => ({
    id,
    to: isOpen ? recipient : maskedEmail(recipient),
    // A CHECK of the table limits the state; a mail that is being sent is shown as queued. `SHOWN`: test mode sends none.
    state: state === 'SENDING' ? 'QUEUED' : (state as 'QUEUED' | 'SENT' | 'SHOWN' | 'FAILED'),
    /** Time of its end, or of its start while it waits. */
    at: (finishedAt ?? createdAt).toISOString(),
  }))
}

/** Later payments that are read; a payer tries a link a few times. */
const LOOKED_AT = 50

/**
 * Returns the first payment that the same payer had approved after `failed` began: by the same link, by any link or card
 * of the same customer, or by the link that replaced the failed charge. Null if there is none, or if `failed` is neither
 * declined nor timed out. Payers of a link are the same if their e-mails are, or their names if one of the two attempts has
 * no e-mail, which the payer's page does not require.
 */
async function findPaidLater(
  { db, connectionId }: ConnectionContext,
  { id, status, customer_id, payment_link, payer, created_at: begun }: Payment,
) {
  if (status !== 'FAILED' && status !== 'TIMEOUT') return null
  // A payment that was waiting at the bank began before this one and was approved after it.
  const since = new Date(Date.parse(begun) - CONFIRMATION_MS)
  const linkId = payment_link?.id ?? null
  const { rows } = await db.query<{ id: string; created_at: Date; approved_at: string | null }>(sql`
    WITH payer AS MATERIALIZED (SELECT COALESCE(${customer_id},
      (SELECT customer_id FROM dashboard.mirror_link WHERE connection_id = ${connectionId} AND id = ${linkId})) AS id)
    SELECT id, created_at, snapshot ->> 'approved_at' AS approved_at
    FROM dashboard.mirror_payment p
    WHERE connection_id = ${connectionId} AND status = 'APPROVED' AND created_at >= ${since}
      AND (customer_id = (SELECT id FROM payer) OR link_id = ANY (ARRAY(
          SELECT l.id FROM dashboard.mirror_link l
          JOIN payer ON l.connection_id = ${connectionId} AND l.customer_id = payer.id
          UNION ALL SELECT s.link_id FROM dashboard.charge c JOIN dashboard.charge s ON s.replaces = c.id
          WHERE c.connection_id = ${connectionId} AND s.connection_id = ${connectionId} AND c.payment_id = ${id}))
        OR (link_id = ${linkId} AND ((payer_email <> '' AND lower(payer_email) = lower(${payer.email}))
          OR (payer_name <> '' AND lower(payer_name) = lower(${payer.name}) AND '' IN (payer_email, ${payer.email})))))
    ORDER BY created_at, id LIMIT ${raw(LOOKED_AT)}`)
  const paid = rows.map(({ id, created_at, approved_at }) => ({
    id,
    at: approved_at ?? created_at.toISOString(),
  }))
  return paid.find(({ at }) => Date.parse(at) > Date.parse(begun)) ?? null
}

/** Unsuccessful payment with its payer (empty if the payer gave neither name nor e-mail). */
export type FailedPayment = { id: string; status: 'FAILED' | 'TIMEOUT'; payer: string }

/** Returns the mirrored payment with an id if it was declined or timed out; null for any other or unknown id. */
export async function failedPayment(
  { connectionId, prisma }: ConnectionContext,
  id: string,
  role: MemberRole,
): Promise<FailedPayment | null> {
  if (!isStorable(id)) return null
  const row = await prisma.mirrorPayment.findUnique({
    where: { connectionId_id: { connectionId, id } },
    select: { status: true, payerName: true, payerEmail: true },
  })
  if (row?.status !== 'FAILED' && row?.status !== 'TIMEOUT') return null
  return { id, status: row.status, payer: payerLabel({ name: row.payerName, email: row.payerEmail }, role) }
}
