'use server'

import { z } from 'zod'
import { auditedAction } from '@/lib/dashboard/audit/audit-entry'
import { saveSigningSecret } from '@/lib/dashboard/connections/connect-account'
import { receiverAddress } from '@/lib/dashboard/connections/webhook-state'
import { confirmedAction } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { requirePanel } from '@/lib/own-account/panel'
import { registerReceiver } from '@/lib/service/panel/open-account'

export const registerWebhookAction = confirmedAction(
  'connection.manage',
  z.strictObject({}),
  async (ctx, _, member) => {
    const dashboard = webDashboard()
    const panel = await requirePanel(member)
    const url = receiverAddress(dashboard.env.WEB_URL, ctx.connectionId)
    const result = (made: { id: string }) => ({ objectId: made.id })
    await auditedAction(ctx, { action: 'connection.register_webhook', details: { url }, result }, () =>
      registerReceiver(panel, url, dashboard, (secret) => saveSigningSecret(dashboard, ctx, { secret })),
    )
    return {}
  },
)
