'use server'

import { z } from 'zod'
import { auditedAction } from '@/lib/dashboard/audit/audit-entry'
import { saveSigningSecret } from '@/lib/dashboard/connections/connect-account'
import { connectionKey } from '@/lib/dashboard/connections/connection-key'
import { receiverAddress } from '@/lib/dashboard/connections/webhook-state'
import { Refusal } from '@/lib/dashboard/refusal'
import { keyScopeOf } from '@/lib/dashboard/schema/role-permissions'
import { confirmedAction } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { webPanel } from '@/lib/service/panel/panel'
import { deleteOlderWebhooks, registerWebhook } from '@/lib/service/panel/webhooks'

export const registerWebhookAction = confirmedAction(
  'connection.manage',
  z.strictObject({}),
  async (ctx, _, { user, role }) => {
    const dashboard = webDashboard()
    const panel = webPanel()
    const apiKey = await connectionKey(dashboard, ctx)
    const member = {
      baseUrl: ctx.baseUrl,
      apiKey,
      teamId: ctx.teamId,
      memberId: user.id,
      maxScope: keyScopeOf(role),
    }
    const url = receiverAddress(dashboard.env.WEB_URL, ctx.connectionId)
    const result = (made: { id: string }) => ({ objectId: made.id })
    await auditedAction(
      ctx,
      { action: 'connection.register_webhook', details: { url }, result },
      async () => {
        const made = await registerWebhook(panel, member, url)
        if (!made) throw new Refusal('resource_not_found')
        await saveSigningSecret(dashboard, ctx, { secret: made.secret })
        await deleteOlderWebhooks(panel, member, { id: made.id, url })
        return made
      },
    )
    return {}
  },
)
