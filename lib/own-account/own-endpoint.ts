import { SIGNATURE_TOLERANCE_S } from '@/lib/contract/limits'
import {
  retireSecretValue,
  saveSigningSecret,
  scheduleSecretEnd,
} from '@/lib/dashboard/connections/connect-account'
import { receiverAddress } from '@/lib/dashboard/connections/webhook-state'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { can, type MemberRole } from '@/lib/dashboard/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import type { TextKey } from '@/lib/messages/translator'
import { readEndpointSettings } from '@/lib/service/panel/endpoints'
import type { PanelContext } from '@/lib/service/panel/panel'
import { beginRotation, endRotation } from '@/lib/service/panel/rotate-secret'
import { newSigningSecret } from '@/lib/service/panel/save-endpoint'

/** Returns the URL at which this dashboard receives the events of a connection, as an endpoint stores it. */
export function ownAddress({ connectionId }: Pick<ConnectionContext, 'connectionId'>): string {
  return new URL(receiverAddress(webDashboard().env.WEB_URL, connectionId)).href
}

/** Returns a typed URL as an endpoint stores it; null = it is invalid. */
export function storedAddress(typed: string): string | null {
  if (!URL.canParse(typed)) return null
  const url = new URL(typed)
  url.hash = ''
  return url.href
}

/**
 * Throws Refusal `invalid_parameters` on the field `url` for the dashboard's own receiver, with any query:
 * only its registration under Settings stores the signing secret in the connection.
 */
export function refuseOwnAddress(typed: string, ownUrl: string): void {
  if (storedAddress(typed)?.split('?')[0] !== ownUrl) return
  const message: TextKey = 'developer-webhooks.form.ownAddress'
  const field = { field: 'url', code: 'own_address', message }
  throw new Refusal('invalid_parameters', { fields: [field] })
}

/**
 * Throws Refusal `forbidden` if the endpoint is the dashboard's own and the role may not manage the
 * connection.
 */
export async function requireChange(
  { panel, role, ownUrl }: { panel: PanelContext; role: MemberRole; ownUrl: string },
  id: string,
): Promise<void> {
  if (can(role, 'connection.manage')) return
  if ((await readEndpointSettings(panel, id)).url === ownUrl) throw new Refusal('forbidden')
}

export type Acting = {
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
