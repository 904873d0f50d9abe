'use server'

import { z } from 'zod'
import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { keyScopes } from '@/lib/contract/key-scopes'
import { auditedAction } from '@/lib/dashboard/audit/audited-action'
import { connectionKey } from '@/lib/dashboard/connections/connection-key'
import { replaceConnectionKey } from '@/lib/dashboard/connections/replace-key'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { overlaps } from '@/lib/dashboard/schema/developers/keys'
import type { Member } from '@/lib/dashboard/team/find-member'
import { action } from '@/lib/dashboard/web/action'
import { confirmMember } from '@/lib/dashboard/web/confirm-member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { createKey, revokeKey, rollKey } from '@/lib/service/panel/keys'

const text = z.string().max(500)
const createInput = z.strictObject({ name: text, scope: z.enum(keyScopes), password: text })
const rollInput = z.strictObject({ id: text, overlap: z.enum(overlaps), password: text })
const revokeInput = z.strictObject({ id: text, name: text, password: text })

const create = action('developers.write', createInput, async (ctx, { name, scope, password }, member) => {
  const panel = await confirmedPanel(member, password)
  const result = (made: { id: string }) => ({ objectId: made.id })
  return auditedAction(ctx, { action: 'keys.create', details: { name, scope }, result }, () =>
    createKey(panel, { name, scope }),
  )
})

const roll = action('developers.write', rollInput, async (ctx, { id, overlap, password }, member) => {
  const panel = await confirmedPanel(member, password)
  const result = (made: { id: string; name: string }) => ({
    details: { name: made.name, new_key: made.id },
  })
  return auditedAction(ctx, { action: 'keys.roll', objectId: id, details: { overlap }, result }, () =>
    rollKey(panel, { keyId: id, overlap }, (apiKey) => storeKey(ctx, apiKey)),
  )
})

const revoke = action('developers.write', revokeInput, async (ctx, { id, name, password }, member) => {
  const panel = await confirmedPanel(member, password)
  await auditedAction(ctx, { action: 'keys.revoke', objectId: id, details: { name } }, () =>
    revokeKey(panel, { keyId: id, name }),
  )
  return {}
})

async function confirmedPanel(member: Member, password: string) {
  await confirmMember(member, password)
  return requirePanel(member)
}

/** Stores the new key in the connection. Ignores failures that happen after it was stored. */
async function storeKey(ctx: ConnectionContext, apiKey: string): Promise<void> {
  const dashboard = webDashboard()
  try {
    await replaceConnectionKey(dashboard, ctx, { connection_id: ctx.connectionId, api_key: apiKey })
  } catch (error) {
    if ((await connectionKey(dashboard, ctx)) !== apiKey) throw error
  }
}

export async function createKeyAction(account: string, input: z.input<typeof createInput>) {
  return create(account, input)
}

export async function rollKeyAction(account: string, input: z.input<typeof rollInput>) {
  return roll(account, input)
}

export async function revokeKeyAction(account: string, input: z.input<typeof revokeInput>) {
  return revoke(account, input)
}
