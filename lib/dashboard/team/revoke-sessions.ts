import type { Dashboard } from '@/lib/dashboard/context'

/** Ends every session of a user at once: their tokens carry the version that was. */
export async function revokeSessions(
  { database }: Pick<Dashboard, 'database'>,
  userId: string,
): Promise<void> {
  await database.as('checkout_dashboard_system').query({
    text: 'UPDATE dashboard."user" SET session_version = session_version + 1 WHERE id = $1',
    values: [userId],
  })
}
