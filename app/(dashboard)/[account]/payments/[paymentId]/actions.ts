'use server'

import { type SendReceiptInput, sendReceipt, sendReceiptInput } from '@/lib/dashboard/mail/send-receipt'
import { action } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/open-mailer'

const send = action('receipts.send', sendReceiptInput, (ctx, input, { role }) =>
  sendReceipt(ctx, input, { mayMail: hasMail(webDashboard().env), role }),
)

export async function sendReceiptAction(account: string, input: SendReceiptInput) {
  return send(account, input)
}
