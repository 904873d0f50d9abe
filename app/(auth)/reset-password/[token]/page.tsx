import { ResetOver, ResetPassword } from '@/components/sign-in/mailed-links'
import { readMailedLink } from '@/lib/dashboard/team/mailed-link'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

type Props = { params: Promise<{ token: string }> }

/** Sets a new password with a mailed link. Opening the page changes nothing. */
export default async function ResetPasswordPage({ params }: Props) {
  const { token } = await params
  const link = await readMailedLink(webDashboard(), 'RESET_PASSWORD', token)
  return link ? <ResetPassword email={link.email} token={token} /> : <ResetOver />
}
