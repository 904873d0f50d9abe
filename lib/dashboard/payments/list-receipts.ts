import type { ConnectionContext } from '@/lib/dashboard/context'
import type { PaymentReceipt } from '@/lib/dashboard/schema/payment'
import { can } from '@/lib/dashboard/schema/role-permissions'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { maskedEmail } from '@/lib/domain/masks'

/** Listed receipts; as many as a payment may have in one day. */
const LISTED_MAX = 5

/** Returns the last receipts of a payment, newest first; their addresses are masked for a role without `contacts.read`. */
export async function listReceipts(
  { prisma, connectionId }: ConnectionContext,
  paymentId: string,
  role: MemberRole,
): Promise<PaymentReceipt[]> {
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
    // A CHECK of the table limits the state; a mail that is being sent is shown as queued.
    state: state === 'SENDING' ? 'QUEUED' : (state as PaymentReceipt['state']),
    at: (finishedAt ?? createdAt).toISOString(),
  }))
}
