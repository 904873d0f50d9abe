import { saveSigningSecret } from '@/lib/dashboard/connections/connect-account'
import { retireSecretValue } from '@/lib/dashboard/connections/retire-secret-value'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import {
  beginSecretRotation,
  endSecretRotation,
  isOwnEndpoint,
  makeSigningSecret,
} from '@/lib/service/panel/endpoints'
import type { PanelContext } from '@/lib/service/panel/panel'

type Acting = {
  dashboard: Dashboard
  panel: PanelContext
  ctx: ConnectionContext
  /** The address at which the dashboard receives events. */
  ownUrl: string
}

/**
 * Begins a rotation and returns the new secret; null = another one is under way. The dashboard's own endpoint: the connection
 * stores the new secret first, so that no event is ever signed with one that it lacks.
 */
export async function beginOwnRotation(
  { dashboard, panel, ctx, ownUrl }: Acting,
  { id, mode }: { id: string; mode: 'stage' | 'overlap' },
): Promise<string | null> {
  const secret = makeSigningSecret()
  const own = await isOwnEndpoint(panel, id, ownUrl)
  if (own) await saveSigningSecret(dashboard, ctx, { secret })
  const rotated = await beginSecretRotation(panel, { id, mode, secret }, dashboard)
  const useless = rotated.ok ? rotated.dropped : secret
  if (own && useless !== null) await retireSecretValue(dashboard, ctx, useless)
  return rotated.ok ? secret : null
}

/** Ends a rotation by hand; false = none is under way. The dashboard no longer accepts the secret that was dropped. */
export async function endOwnRotation(
  { dashboard, panel, ctx, ownUrl }: Acting,
  input: { id: string; act: 'use_now' | 'cancel' },
): Promise<boolean> {
  const ended = await endSecretRotation(panel, input, dashboard)
  if (!ended.ok) return false
  if (ended.dropped !== null && (await isOwnEndpoint(panel, input.id, ownUrl)))
    await retireSecretValue(dashboard, ctx, ended.dropped)
  return true
}
