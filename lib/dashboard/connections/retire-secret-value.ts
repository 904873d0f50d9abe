import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { retireSecret } from './connect-account'
import { signingSecretPlace } from './sealed-places'

/** Takes a signing secret out of use by its value; false = the connection accepts none such. */
export async function retireSecretValue(
  dashboard: Dashboard,
  ctx: ConnectionContext,
  secret: string,
): Promise<boolean> {
  const { connectionId, prisma } = ctx
  const live = await prisma.connectionSecret.findMany({ where: { connectionId, retiredAt: null } })
  const found = live.find(
    ({ id, sealed }) => dashboard.keyring.open(sealed, signingSecretPlace(connectionId, id)) === secret,
  )
  if (!found) return false
  await retireSecret(dashboard, ctx, { secret_id: found.id })
  return true
}
