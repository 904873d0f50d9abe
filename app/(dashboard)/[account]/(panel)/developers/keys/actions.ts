'use server'

import { z } from 'zod'
import { keyScopes } from '@/lib/contract/key-scopes'
import { overlaps } from '@/lib/contract/panel/keys'
import { auditedAction } from '@/lib/dashboard/audit/audit-entry'
import { replaceConnectionKey } from '@/lib/dashboard/connections/connect-account'
import { connectionKey } from '@/lib/dashboard/connections/connection-key'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { confirmedAction } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { requirePanel } from '@/lib/own-account/panel'
import { createKey, revokeKey, rollKey } from '@/lib/service/panel/keys'

const text = z.string().max(500)
const createInput = z.strictObject({ name: text, scope: z.enum(keyScopes) })
const rollInput = z.strictObject({ id: text, overlap: z.enum(overlaps) })
const revokeInput = z.strictObject({ id: text, name: text })

export const createKeyAction = confirmedAction(
  'developers.write',
  createInput,
  async (ctx, { name, scope }, member) => {
    const panel = await requirePanel(member)
    const result = (made: { id: string }) => ({ objectId: made.id })
    return auditedAction(ctx, { action: 'keys.create', details: { name, scope }, result }, () =>
      createKey(panel, { name, scope }),
    )
  },
)

export const rollKeyAction = confirmedAction(
  'developers.write',
  rollInput,
  async (ctx, { id, overlap }, member) => {
    const panel = await requirePanel(member)
    const result = (made: { id: string; name: string }) => ({
      details: { name: made.name, new_key: made.id },
    })
    return auditedAction(ctx, { action: 'keys.roll', objectId: id, details: { overlap }, result }, () =>
      rollKey(panel, { keyId: id, overlap }, (apiKey) => storeKey(ctx, apiKey)),
    )
  },
)

export const revokeKeyAction = confirmedAction(
  'developers.write',
  revokeInput,
  async (ctx, { id, name }, member) => {
    const panel = await requirePanel(member)
    await auditedAction(ctx, { action: 'keys.revoke', objectId: id, details: { name } }, () =>
      revokeKey(panel, { keyId: id, name }),
    )
    return {}
  },
)

/** Stores the new key in the connection. Ignores failures that happen after it was stored. */
async function storeKey(ctx: ConnectionContext, apiKey: string): Promise<void> {
  const dashboard = webDashboard()
  try {
    await replaceConnectionKey(dashboard, ctx, { connection_id: ctx.connectionId, api_key: apiKey })
  } catch (error) {
    if ((await connectionKey(dashboard, ctx)) !== apiKey) throw error
  }
}
