import type { ConnectionContext } from '@/lib/dashboard/context'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { isStorable } from '@/lib/domain/text'
import { payerLabel } from './shown-payment'

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
