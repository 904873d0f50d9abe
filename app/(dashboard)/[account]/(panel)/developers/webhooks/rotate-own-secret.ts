import { saveSigningSecret } from '@/lib/dashboard/connections/connect-account'
import { retireSecretValue } from '@/lib/dashboard/connections/retire-secret-value'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import {
  beginSecretRotation,
  endSecretRotation,
  isOwnEndpoint,
  makeSigningSecret,
} from '@/lib/service/panel/endpoints'
import type { PanelContext } from '@/lib/service/panel/panel'
import { ownAddress } from './own-address'

type Acting = { panel: PanelContext; ctx: ConnectionContext }

/**
 * Begins a rotation and returns the new secret; null = another one is under way. The dashboard's own endpoint: the connection
 * stores the new secret first, so that no event is ever signed with one that it lacks.
 */
export async function beginOwnRotation(
  { panel, ctx }: Acting,
  { id, mode }: { id: string; mode: 'stage' | 'overlap' },
): Promise<string | null> {
  const dashboard = webDashboard()
  const secret = makeSigningSecret()
  const own = await isOwnEndpoint(panel, id, ownAddress(ctx))
  if (own) await saveSigningSecret(dashboard, ctx, { secret })
  const rotated = await beginSecretRotation(panel, { id, mode, secret }, dashboard)
  const useless = rotated.ok ? rotated.dropped : secret
  if (own && useless !== null) await retireSecretValue(dashboard, ctx, useless)
  return rotated.ok ? secret : null
}

/** Ends a rotation by hand; false = none is under way. The dashboard no longer accepts the secret that was dropped. */
export async function endOwnRotation(
  { panel, ctx }: Acting,
  input: { id: string; act: 'use_now' | 'cancel' },
): Promise<boolean> {
  const dashboard = webDashboard()
  const ended = await endSecretRotation(panel, input, dashboard)
  if (!ended.ok) return false
  if (ended.dropped !== null && (await isOwnEndpoint(panel, input.id, ownAddress(ctx))))
    await retireSecretValue(dashboard, ctx, ended.dropped)
  return true
}
