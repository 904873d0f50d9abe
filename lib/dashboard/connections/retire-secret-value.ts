import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { retireSecret } from './connect-account'
import { signingSecretAad } from './sealed-aad'

/** Takes a signing secret out of use by its value; false = the connection accepts none such. */
export async function retireSecretValue(
  dashboard: Dashboard,
  ctx: ConnectionContext,
  secret: string,
): Promise<boolean> {
  const found = await findSecret(dashboard, ctx, secret)
  if (!found) return false
  await retireSecret(dashboard, ctx, { secret_id: found })
  return true
}

/** Sets the instant from which a signing secret retires by itself; null = it stays. */
export async function scheduleSecretEnd(
  dashboard: Dashboard,
  ctx: ConnectionContext,
  { secret, retiresAt }: { secret: string; retiresAt: Date | null },
): Promise<void> {
  const { connectionId, prisma } = ctx
  const id = await findSecret(dashboard, ctx, secret)
  if (id === null) return
  await prisma.connectionSecret.updateMany({
    where: { connectionId, id, retiredAt: null },
    data: { retiresAt },
  })
}

/** Returns the id of a live signing secret by its value; null = the connection accepts none such. */
async function findSecret(
  { keyring }: Dashboard,
  { connectionId, prisma }: ConnectionContext,
  secret: string,
): Promise<string | null> {
  const live = await prisma.connectionSecret.findMany({ where: { connectionId, retiredAt: null } })
  const found = live.find(
    ({ id, sealed }) => keyring.open(sealed, signingSecretAad(connectionId, id)) === secret,
  )
  return found?.id ?? null
}
