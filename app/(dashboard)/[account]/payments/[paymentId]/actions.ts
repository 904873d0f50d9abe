'use server'

import { type SendReceiptInput, sendReceipt, sendReceiptInput } from '@/lib/dashboard/payments/send-receipt'
import { action } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/mailer'

const send = action('receipts.send', sendReceiptInput, (ctx, input, { role }) => {
  const dashboard = webDashboard()
  return sendReceipt(ctx, input, {
    dashboard,
    mayMail: hasMail(dashboard.env),
    role,
    ownHost: dashboard.env,
  })
})

export async function sendReceiptAction(account: string, input: SendReceiptInput) {
  return send(account, input)
}
