'use server'

import { z } from 'zod'
import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { keyScopes } from '@/lib/contract/key-scopes'
import { overlaps } from '@/lib/contract/panel/keys'
import { auditedAction } from '@/lib/dashboard/audit/audited-action'
import { connectionKey } from '@/lib/dashboard/connections/connection-key'
import { replaceConnectionKey } from '@/lib/dashboard/connections/replace-key'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { confirmedAction } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { createKey, revokeKey, rollKey } from '@/lib/service/panel/keys'

const text = z.string().max(500)
const createInput = z.strictObject({ name: text, scope: z.enum(keyScopes) })
const rollInput = z.strictObject({ id: text, overlap: z.enum(overlaps) })
const revokeInput = z.strictObject({ id: text, name: text })

const create = confirmedAction('developers.write', createInput, async (ctx, { name, scope }, member) => {
  const panel = await requirePanel(member)
  const result = (made: { id: string }) => ({ objectId: made.id })
  return auditedAction(ctx, { action: 'keys.create', details: { name, scope }, result }, () =>
    createKey(panel, { name, scope }),
  )
})

const roll = confirmedAction('developers.write', rollInput, async (ctx, { id, overlap }, member) => {
  const panel = await requirePanel(member)
  const result = (made: { id: string; name: string }) => ({
    details: { name: made.name, new_key: made.id },
  })
  return auditedAction(ctx, { action: 'keys.roll', objectId: id, details: { overlap }, result }, () =>
    rollKey(panel, { keyId: id, overlap }, (apiKey) => storeKey(ctx, apiKey)),
  )
})

const revoke = confirmedAction('developers.write', revokeInput, async (ctx, { id, name }, member) => {
  const panel = await requirePanel(member)
  await auditedAction(ctx, { action: 'keys.revoke', objectId: id, details: { name } }, () =>
    revokeKey(panel, { keyId: id, name }),
  )
  return {}
})

/** Stores the new key in the connection. Ignores failures that happen after it was stored. */
async function storeKey(ctx: ConnectionContext, apiKey: string): Promise<void> {
  const dashboard = webDashboard()
  try {
    await replaceConnectionKey(dashboard, ctx, { connection_id: ctx.connectionId, api_key: apiKey })
  } catch (error) {
    if ((await connectionKey(dashboard, ctx)) !== apiKey) throw error
  }
}

export async function createKeyAction(account: string, input: z.input<typeof createInput>, stepUp: StepUp) {
  return create(account, input, stepUp)
}

export async function rollKeyAction(account: string, input: z.input<typeof rollInput>, stepUp: StepUp) {
  return roll(account, input, stepUp)
}

export async function revokeKeyAction(account: string, input: z.input<typeof revokeInput>, stepUp: StepUp) {
  return revoke(account, input, stepUp)
}
