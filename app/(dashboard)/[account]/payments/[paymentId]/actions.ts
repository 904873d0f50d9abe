'use server'

import { sendEvidence, sendEvidenceInput } from '@/lib/dashboard/payments/send-evidence'
import { sendReceipt, sendReceiptInput } from '@/lib/dashboard/payments/send-receipt'
import { action } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/mailer'

export const sendReceiptAction = action('receipts.send', sendReceiptInput, (ctx, input, { role }) => {
  const dashboard = webDashboard()
  const { env } = dashboard
  return sendReceipt(ctx, input, { dashboard, mayMail: hasMail(env), role, ownHost: env })
})
export const sendEvidenceAction = action('disputes.respond', sendEvidenceInput, sendEvidence)
