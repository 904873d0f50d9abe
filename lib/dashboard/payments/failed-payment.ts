import type { ConnectionContext } from '@/lib/dashboard/context'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { isStorable } from '@/lib/domain/text'
import { payerLabel } from './shown-payment'

/** A payment that came to nothing, and who had tried it (empty where the payer gave no name and no e-mail). */
export type FailedPayment = { id: string; status: 'FAILED' | 'TIMEOUT'; payer: string }

/** The mirrored payment of an id that was declined or timed out; null for any other, a foreign or an unknown one. */
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
