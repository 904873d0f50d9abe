import { CONFIRMATION_MS } from '@/lib/contract/limits'
import type { Payment } from '@/lib/contract/payment'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { literally } from '@/lib/dashboard/reads/search-text'
import type { PaymentDetail } from '@/lib/dashboard/schema/payment'
import { wholePayment } from './shown-payment'

/** Later payments that are read; a payer tries a link a few times, and a weekly payer is found by the first of them. */
const LOOKED_AT = 50
/** Newest links of a customer that are searched. */
const LINKS_MAX = 200

/**
 * Returns the first payment that the same payer had approved after `failed` began: by the same link, by any link or card
 * of the same customer, or by the link that replaced the failed charge. Null if there is none, or if `failed` is neither
 * declined nor timed out. Read from the mirror. Payers of a link are the same if their e-mails are, or their names if one
 * of the two attempts has no e-mail, which the payer's page does not require.
 */
export async function findPaidLater(
  ctx: ConnectionContext,
  failed: Payment,
): Promise<PaymentDetail['paidLater']> {
  const { status, payment_link: link, payer, created_at: begun } = failed
  if (status !== 'FAILED' && status !== 'TIMEOUT') return null
  const { customerId, linkIds } = await waysOf(ctx, failed)
  const names = [
    ...(payer.email === '' ? [] : [{ payerEmail: same(payer.email) }]),
    ...(payer.name === ''
      ? []
      : [{ payerName: same(payer.name), ...(payer.email === '' ? {} : { payerEmail: '' }) }]),
  ]
  const ways = [
    ...(link && names.length > 0 ? [{ linkId: link.id, OR: names }] : []),
    ...(customerId === null ? [] : [{ customerId }]),
    ...(linkIds.length === 0 ? [] : [{ linkId: { in: linkIds } }]),
  ]
  if (ways.length === 0) return null
  const rows = await ctx.prisma.mirrorPayment.findMany({
    where: {
      connectionId: ctx.connectionId,
      status: 'APPROVED',
      OR: ways,
      // A payment that was waiting at the bank began before this one and was approved after it.
      createdAt: { gte: new Date(Date.parse(begun) - CONFIRMATION_MS) },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: LOOKED_AT,
  })
  const paid = rows
    .map(wholePayment)
    .map(({ id, approved_at, created_at }) => ({ id, at: approved_at ?? created_at }))
  return paid.find(({ at }) => Date.parse(at) > Date.parse(begun)) ?? null
}

/**
 * Returns a payment's customer (otherwise its link's), the links of that customer, and the link that replaced the charge.
 */
async function waysOf(
  { db, connectionId }: ConnectionContext,
  { id, customer_id, payment_link }: Payment,
): Promise<{ customerId: string | null; linkIds: string[] }> {
  const { rows } = await db.query<{ customer_id: string | null; link_ids: string[] }>({
    name: 'ways-of-payer',
    text: `WITH payer AS (SELECT COALESCE($2, (SELECT customer_id FROM dashboard.mirror_link WHERE connection_id = $1 AND id = $3)) AS id)
      SELECT id AS customer_id, ARRAY(
        (SELECT l.id FROM dashboard.mirror_link l WHERE l.connection_id = $1 AND l.customer_id = payer.id
          ORDER BY l.created_at DESC, l.id DESC LIMIT ${LINKS_MAX})
        UNION ALL SELECT s.link_id FROM dashboard.charge c JOIN dashboard.charge s ON s.connection_id = $1 AND s.replaces = c.id
          WHERE c.connection_id = $1 AND c.payment_id = $4 AND s.link_id IS NOT NULL) AS link_ids
      FROM payer`,
    values: [connectionId, customer_id, payment_link?.id ?? null, id],
  })
  return { customerId: rows[0]?.customer_id ?? null, linkIds: rows[0]?.link_ids ?? [] }
}

function same(text: string) {
  return { equals: literally(text), mode: 'insensitive' } as const
}
