import { notFound } from 'next/navigation'
import { ForgotPassword } from '@/components/sign-in/mailed-links'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail, showsMail } from '@/lib/platform/mail/mailer'

export default function ForgotPasswordPage() {
  const { env } = webDashboard()
  if (!hasMail(env)) notFound()
  return <ForgotPassword showsMail={showsMail(env)} />
}
