import { PageLink } from '@/components/shell/navigation/page-link'
import { Door } from '@/components/sign-in/door'
import { DoorLink } from '@/components/sign-in/door-link'
import { ConfirmEmail } from '@/components/verify-email/confirm-email'
import { readVerification } from '@/lib/dashboard/team/verify-email'
import { signedInUserId } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { verifyEmail as copy } from '@/lib/messages/verify-email'
import { verifyEmailAction } from './actions'

type Props = { params: Promise<{ token: string }> }

/** Shows a mailed verification link. Mail scanners open links, so only the button confirms the address. */
export default async function VerifyEmailPage({ params }: Props) {
  const { token } = await params
  const [link, userId] = await Promise.all([readVerification(webDashboard(), token), signedInUserId()])
  if (link === null)
    return (
      <Door tab={copy.title} title={copy.overTitle} lead={copy.overLead}>
        <DoorLink href="/">{copy.toDashboard}</DoorLink>
      </Door>
    )
  if (link.userId !== userId)
    return (
      <Door tab={copy.title} title={copy.title} lead={copy.signInLead(link.email)}>
        <DoorLink href={`/sign-in?next=${encodeURIComponent(`/verify-email/${token}`)}`}>
          {copy.signIn}
        </DoorLink>
        <PageLink href="/forgot-password" className="self-center text-sm underline">
          {copy.notMine}
        </PageLink>
      </Door>
    )
  return <ConfirmEmail email={link.email} confirm={verifyEmailAction.bind(null, token)} />
}
