import { Door } from '@/components/sign-in/door'
import { DoorLink } from '@/components/sign-in/door-link'
import { ConfirmEmail } from '@/components/verify-email/confirm-email'
import { readVerification } from '@/lib/dashboard/team/verify-email'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { verifyEmail as copy } from '@/lib/messages/verify-email'
import { verifyEmailAction } from './actions'

type Props = { params: Promise<{ token: string }> }

/** The page of a mailed check of an address. Scanners of mail open links, so that a press alone confirms it. */
export default async function VerifyEmailPage({ params }: Props) {
  const { token } = await params
  const email = await readVerification(webDashboard(), token)
  if (email === null)
    return (
      <Door tab={copy.title} title={copy.overTitle} lead={copy.overLead}>
        <DoorLink href="/">{copy.toDashboard}</DoorLink>
      </Door>
    )
  return <ConfirmEmail email={email} confirm={verifyEmailAction.bind(null, token)} />
}
