import { notFound } from 'next/navigation'
import { ForgotPassword } from '@/components/reset-password/forgot-password'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/open-mailer'
import { requestResetAction } from './actions'

/** Requests a link to set a new password; without mail there is no such page. */
export default function ForgotPasswordPage() {
  if (!hasMail(webDashboard().env)) notFound()
  return <ForgotPassword request={requestResetAction} />
}
