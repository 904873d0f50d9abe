import { notFound } from 'next/navigation'
import { ForgotPassword } from '@/components/reset-password/reset-password'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail, showsMail } from '@/lib/platform/mail/mailer'
import { requestResetAction } from './actions'

/** Shows the form to request a password reset by mail; not found without a mail adapter. */
export default function ForgotPasswordPage() {
  const { env } = webDashboard()
  if (!hasMail(env)) notFound()
  return <ForgotPassword request={requestResetAction} showsMail={showsMail(env)} />
}
