import { ResetOver, ResetPassword } from '@/components/sign-in/mailed-links'
import { readReset } from '@/lib/dashboard/team/change-password'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

type Props = { params: Promise<{ token: string }> }

/** Sets a new password with a mailed link. Opening the page changes nothing. */
export default async function ResetPasswordPage({ params }: Props) {
  const { token } = await params
  const email = await readReset(webDashboard(), token)
  if (email === null) return <ResetOver />
  return <ResetPassword email={email} token={token} />
}
