import { AuthFrame, AuthLink } from '@/components/sign-in/auth-form'
import { AcceptButton, InvitationFacts, JoinForm, SignOutButton } from '@/components/sign-in/mailed-links'
import { Banner } from '@/components/ui/banner'
import { mailDate } from '@/lib/dashboard/mail/mail-text'
import { readInvitation, type ShownInvitation } from '@/lib/dashboard/team/accept-invitation'
import type { SignedInUser } from '@/lib/dashboard/team/find-accounts'
import { optionalUser } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { invitation as copy } from '@/lib/messages/invitation'

type Props = { params: Promise<{ token: string }> }

/** Shows an invitation and how to accept it; every invalid token has the same page. Opening it changes nothing. */
export default async function InvitationPage({ params }: Props) {
  const { token } = await params
  const [found, user] = await Promise.all([
    readInvitation(webDashboard(), token),
    optionalUser(`/invitation/${encodeURIComponent(token)}`),
  ])
  if (!found)
    return (
      <AuthFrame tab={copy.title} title={copy.over.title} lead={copy.over.lead}>
        <p>{copy.over.ask}</p>
        <AuthLink href="/sign-in" label={copy.signIn} />
      </AuthFrame>
    )
  const { team, inviter, email, role, expiresAt } = found
  return (
    <AuthFrame
      tab={copy.title}
      title={copy.heading(team)}
      lead={inviter ? copy.leadBy(inviter, team) : copy.lead(team)}
    >
      <InvitationFacts email={email} role={role} until={mailDate(expiresAt.toISOString(), 'UTC')} />
      <WayToJoin found={found} user={user} token={token} />
    </AuthFrame>
  )
}

type Way = { found: ShownInvitation; user: SignedInUser | null; token: string }

function WayToJoin({ found, user, token }: Way) {
  const path = `/invitation/${encodeURIComponent(token)}`
  if (user && user.email !== found.email)
    return (
      <>
        <Banner tone="warning" title={copy.otherUser(user.email)}>
          {copy.otherUserHint}
        </Banner>
        <SignOutButton path={path} />
      </>
    )
  if (user) return <AcceptButton label={copy.join} of={{ token }} />
  if (!found.hasAccount) return <JoinForm email={found.email} token={token} />
  return (
    <>
      <p className="text-muted">{copy.signInFirst}</p>
      <AuthLink href={`/sign-in?next=${encodeURIComponent(path)}`} label={copy.signIn} />
    </>
  )
}
