import { SIGNATURE_TOLERANCE_S } from '@/lib/contract/limits'
import { saveSigningSecret } from '@/lib/dashboard/connections/connect-account'
import { retireSecretValue, scheduleSecretEnd } from '@/lib/dashboard/connections/retire-secret-value'
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
 * stores the new secret first, so that no event is ever signed with one that it lacks, and drops the old one after the switch.
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
  if (own && rotated.ok && rotated.endsAt) {
    // A request signed just before the switch is accepted for as long as its signature is.
    const retiresAt = new Date(rotated.endsAt.getTime() + SIGNATURE_TOLERANCE_S * 1_000)
    await scheduleSecretEnd(dashboard, ctx, { secret: rotated.current, retiresAt })
  }
  return rotated.ok ? secret : null
}

/** Ends a rotation by hand; false = none is under way. The dashboard no longer accepts the secret that was dropped. */
export async function endOwnRotation(
  { dashboard, panel, ctx, ownUrl }: Acting,
  input: { id: string; act: 'use_now' | 'cancel' },
): Promise<boolean> {
  const ended = await endSecretRotation(panel, input, dashboard)
  if (!ended.ok) return false
  await scheduleSecretEnd(dashboard, ctx, { secret: ended.current, retiresAt: null })
  if (ended.dropped !== null && (await isOwnEndpoint(panel, input.id, ownUrl)))
    await retireSecretValue(dashboard, ctx, ended.dropped)
  return true
}
