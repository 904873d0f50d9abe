import { ButtonLink } from '@/components/navigation/link-looks'
import { AuthFrame } from '@/components/sign-in/auth-form'
import { InvitationFacts } from '@/components/sign-in/invitation-facts'
import { AcceptButton, JoinForm, SignOutButton } from '@/components/sign-in/mailed-links'
import { Banner } from '@/components/ui/banner'
import { mailDate } from '@/lib/dashboard/mail/mail-text'
import { readInvitation, type ShownInvitation } from '@/lib/dashboard/team/accept-invitation'
import type { SignedInUser } from '@/lib/dashboard/team/find-accounts'
import { optionalUser } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { dateLocaleOf } from '@/lib/domain/languages'
import { memberTexts } from '@/lib/ui/member-reader'

type Props = { params: Promise<{ token: string }> }

/** Shows an invitation and how to accept it; every invalid token has the same page. Opening it changes nothing. */
export default async function InvitationPage({ params }: Props) {
  const { token } = await params
  const [found, user] = await Promise.all([
    readInvitation(webDashboard(), token),
    optionalUser(`/invitation/${encodeURIComponent(token)}`),
  ])
  const { t, ...reader } = await memberTexts()
  if (!found)
    return (
      <AuthFrame
        tab={t('invitation.title')}
        title={t('invitation.over.title')}
        lead={t('invitation.over.lead')}
      >
        <p>{t('invitation.over.ask')}</p>
        <ButtonLink variant="primary" className="min-h-10" href="/sign-in">
          {t('invitation.signIn')}
        </ButtonLink>
      </AuthFrame>
    )
  const { team, inviter, email, role, expiresAt } = found
  const until = mailDate(expiresAt.toISOString(), 'UTC', dateLocaleOf(reader))
  return (
    <AuthFrame
      tab={t('invitation.title')}
      title={t('invitation.heading', { team })}
      lead={inviter ? t('invitation.leadBy', { inviter, team }) : t('invitation.lead', { team })}
    >
      <InvitationFacts {...{ email, role, until }} />
      <WayToJoin found={found} user={user} token={token} />
    </AuthFrame>
  )
}

type Way = { found: ShownInvitation; user: SignedInUser | null; token: string }

async function WayToJoin({ found, user, token }: Way) {
  const { t } = await memberTexts()
  const path = `/invitation/${encodeURIComponent(token)}`
  if (user && user.email !== found.email)
    return (
      <>
        <Banner tone="warning" title={t('invitation.otherUser', { email: user.email })}>
          {t('invitation.otherUserHint')}
        </Banner>
        <SignOutButton path={path} />
      </>
    )
  if (user) return <AcceptButton label={t('invitation.join')} of={{ token }} />
  if (!found.hasAccount) return <JoinForm email={found.email} token={token} />
  return (
    <>
      <p className="text-muted">{t('invitation.signInFirst')}</p>
      <ButtonLink variant="primary" className="min-h-10" href={`/sign-in?next=${encodeURIComponent(path)}`}>
        {t('invitation.signIn')}
      </ButtonLink>
    </>
  )
}
