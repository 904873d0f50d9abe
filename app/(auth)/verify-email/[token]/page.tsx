import { AuthFrame, FootLink } from '@/components/sign-in/auth-form'
import { ConfirmEmail } from '@/components/sign-in/mailed-links'
import { readMailedLink } from '@/lib/dashboard/team/mailed-link'
import { signedInUserId } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { verifyEmail as copy } from '@/lib/messages/verify-email'

type Props = { params: Promise<{ token: string }> }

/** Shows a mailed verification link. Mail scanners open links, so only the button confirms the address. */
export default async function VerifyEmailPage({ params }: Props) {
  const { token } = await params
  const [link, userId] = await Promise.all([
    readMailedLink(webDashboard(), 'VERIFY_EMAIL', token),
    signedInUserId(),
  ])
  if (link === null)
    return (
      <AuthFrame
        tab={copy.title}
        title={copy.overTitle}
        lead={copy.overLead}
        link={{ href: '/', label: copy.toDashboard }}
      />
    )
  if (link.userId !== userId) {
    const href = `/sign-in?next=${encodeURIComponent(`/verify-email/${token}`)}`
    return (
      <AuthFrame title={copy.title} lead={copy.signInLead(link.email)} link={{ href, label: copy.signIn }}>
        <FootLink href="/forgot-password" label={copy.notMine} />
      </AuthFrame>
    )
  }
  return <ConfirmEmail email={link.email} token={token} />
}
