import type { ConnectionContext } from '@/lib/dashboard/context'

/** Returns the id of the dashboard's charge that created a payment or a link; null if there is none. */
export async function originatingCharge(
  { connectionId, prisma }: ConnectionContext,
  made: { paymentId: string } | { linkId: string },
): Promise<string | null> {
  const charge = await prisma.charge.findFirst({
    where: { connectionId, ...made },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  return charge?.id ?? null
}
