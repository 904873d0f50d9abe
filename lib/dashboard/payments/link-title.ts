import type { ConnectionContext } from '@/lib/dashboard/context'

/** Returns the title of a mirrored link, for the name of a filter; null if the mirror lacks it. */
export async function linkTitle(
  { connectionId, prisma }: ConnectionContext,
  id: string,
): Promise<string | null> {
  const row = await prisma.mirrorLink.findUnique({
    where: { connectionId_id: { connectionId, id } },
    select: { title: true },
  })
  return row?.title ?? null
}
