import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { signingSecretAad } from '@/lib/dashboard/sealed-aad'
import { retireSecret } from './connect-account'

/** Retires a signing secret by its value; false if the connection has no such secret. */
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

/** Sets the instant at which a signing secret retires automatically; null keeps it. */
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

/** Returns the id of a live signing secret by its value; null if the connection has no such secret. */
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
