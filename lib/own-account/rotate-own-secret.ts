import { SIGNATURE_TOLERANCE_S } from '@/lib/contract/limits'
import {
  retireSecretValue,
  saveSigningSecret,
  scheduleSecretEnd,
} from '@/lib/dashboard/connections/connect-account'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { readEndpointSettings } from '@/lib/service/panel/endpoints'
import type { PanelContext } from '@/lib/service/panel/panel'
import { beginRotation, endRotation } from '@/lib/service/panel/rotate-secret'
import { newSigningSecret } from '@/lib/service/panel/save-endpoint'

type Acting = {
  dashboard: Dashboard
  panel: PanelContext
  ctx: ConnectionContext
  /** URL at which the dashboard receives events. */
  ownUrl: string
}

/**
 * Starts a rotation and returns the new secret; null = another rotation is in progress. For the dashboard's
 * own endpoint the connection stores the new secret first, so that no event is ever signed with a secret that
 * it lacks, and drops the old one after the switch.
 */
export async function beginOwnRotation(
  { dashboard, panel, ctx, ownUrl }: Acting,
  { id, mode }: { id: string; mode: 'stage' | 'overlap' },
): Promise<string | null> {
  const secret = newSigningSecret()
  const own = (await readEndpointSettings(panel, id)).url === ownUrl
  if (own) await saveSigningSecret(dashboard, ctx, { secret })
  const rotated = await beginRotation(panel, { id, mode, secret }, dashboard.keyring)
  const useless = rotated.ok ? rotated.dropped : secret
  if (own && useless !== null) await retireSecretValue(dashboard, ctx, useless)
  if (own && rotated.ok && rotated.endsAt) {
    // A request signed just before the switch is accepted as long as its signature is valid.
    const retiresAt = new Date(rotated.endsAt.getTime() + SIGNATURE_TOLERANCE_S * 1_000)
    await scheduleSecretEnd(dashboard, ctx, { secret: rotated.current, retiresAt })
  }
  return rotated.ok ? secret : null
}

/**
 * Ends a rotation manually; false = none is in progress. The dashboard stops accepting the dropped secret.
 */
export async function endOwnRotation(
  { dashboard, panel, ctx, ownUrl }: Acting,
  input: { id: string; act: 'use_now' | 'cancel' },
): Promise<boolean> {
  const ended = await endRotation(panel, input, dashboard.keyring)
  if (!ended.ok) return false
  await scheduleSecretEnd(dashboard, ctx, { secret: ended.current, retiresAt: null })
  const { url } = await readEndpointSettings(panel, input.id)
  if (ended.dropped !== null && url === ownUrl) await retireSecretValue(dashboard, ctx, ended.dropped)
  return true
}
