import { CONFIRMATION_MS } from '@/lib/contract/confirmation'
import type { Payment } from '@/lib/contract/payment'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { literally } from '@/lib/dashboard/reads/search-kind'
import type { PaymentDetail } from '@/lib/dashboard/schema/payment'
import { wholePayment } from './shown-payment'

/** A payer tries a link a few times; who pays it every week is found by the first of those. */
const LOOKED_AT = 50

/**
 * The first payment that the same payer had approved by the same link after `failed` was begun; null where there is none,
 * or where `failed` is neither declined nor timed out. Read from the mirror. The same payer: the same e-mail, or the same
 * name where one of the two tries left no e-mail, since the payer's page does not insist on it.
 */
export async function findPaidLater(
  { prisma, connectionId }: ConnectionContext,
  failed: Payment,
): Promise<PaymentDetail['paidLater']> {
  const { status, payment_link: link, payer, created_at: begun } = failed
  if ((status !== 'FAILED' && status !== 'TIMEOUT') || !link) return null
  if (payer.email === '' && payer.name === '') return null
  const rows = await prisma.mirrorPayment.findMany({
    where: {
      connectionId,
      linkId: link.id,
      status: 'APPROVED',
      OR: [
        ...(payer.email === '' ? [] : [{ payerEmail: same(payer.email) }]),
        ...(payer.name === ''
          ? []
          : [{ payerName: same(payer.name), ...(payer.email === '' ? {} : { payerEmail: '' }) }]),
      ],
      // One that waited at the bank meanwhile was begun before this one and is still paid after it.
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

function same(text: string) {
  return { equals: literally(text), mode: 'insensitive' } as const
}
