import type { ConnectionContext } from '@/lib/dashboard/context'
import type { TypedPhone } from '@/lib/domain/phone'
import { mayBePhone, phoneMatch } from './phone-matches'

/** Returns the mirrored customer who has exactly this phone; null if there is none. */
export async function customerWithPhone(
  { connectionId, prisma, account }: ConnectionContext,
  typed: TypedPhone,
): Promise<{ id: string; name: string } | null> {
  const rows = await prisma.mirrorCustomer.findMany({
    where: { AND: [{ connectionId }, mayBePhone(typed)] },
    select: { id: true, name: true, snapshot: true },
  })
  const found = rows.find(({ snapshot }) => {
    const phone = phoneOf(snapshot)
    return phoneMatch(phone, typed, account.country ?? null) === 'exact'
  })
  return found ? { id: found.id, name: found.name } : null
}

function phoneOf(snapshot: unknown): string | null {
  if (typeof snapshot !== 'object' || snapshot === null || !('phone' in snapshot)) return null
  return typeof snapshot.phone === 'string' ? snapshot.phone : null
}
