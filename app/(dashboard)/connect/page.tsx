import { redirect } from 'next/navigation'
import { InlineLink } from '@/components/navigation/link-looks'
import { PageHeader } from '@/components/page/page-header'
import { ConnectForm } from '@/components/settings/connect-form'
import { InvitationFacts } from '@/components/sign-in/invitation-facts'
import { AcceptButton } from '@/components/sign-in/mailed-links'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { mailDate } from '@/lib/dashboard/mail/mail-text'
import { invitationsOf } from '@/lib/dashboard/team/accept-invitation'
import { managedTeam, mayOpenAccount, type SignedInUser } from '@/lib/dashboard/team/find-accounts'
import { pageUser } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { dateLocaleOf } from '@/lib/domain/languages'
import { hasMail } from '@/lib/platform/mail/mailer'
import { memberTexts } from '@/lib/ui/member-reader'
import { UserFrame } from './user-frame'

/** Connects the first account of a team; a user without a team sees their invitations. Redirects a user with an account. */
export default async function ConnectFirstPage() {
  const user = await pageUser('/connect')
  if (user.accounts.length > 0) redirect('/')
  return (
    <UserFrame user={user}>
      {user.teams.length === 0 ? <NoTeam user={user} /> : <ConnectFirst user={user} />}
    </UserFrame>
  )
}

async function ConnectFirst({ user }: { user: SignedInUser }) {
  const { t } = await memberTexts()
  return (
    <>
      <PageHeader title={t('settings.connect.title')} lead={t('settings.connect.firstLead')} />
      {managedTeam(user) === null ? (
        <EmptyState kind="forbidden" title={t('settings.connect.noneTitle')}>
          {t('settings.connect.noneHint')}
        </EmptyState>
      ) : (
        <>
          <OpenAccountOffer user={user} />
          <ConnectForm />
        </>
      )}
    </>
  )
}

async function OpenAccountOffer({ user }: { user: SignedInUser }) {
  const { env } = webDashboard()
  if (!env.SIGN_UP || !mayOpenAccount(user, hasMail(env))) return null
  const { t } = await memberTexts()
  return (
    <p className="mb-5">
      <InlineLink href="/sign-up">{t('sign-up.business.offer')}</InlineLink>.{' '}
      <span className="text-muted">{t('sign-up.business.offerHint')}</span>
    </p>
  )
}

async function NoTeam({ user }: { user: SignedInUser }) {
  const { t, ...reader } = await memberTexts()
  const found = await invitationsOf(webDashboard(), user)
  return (
    <>
      <PageHeader title={t('invitation.noTeam.title')} lead={t('invitation.noTeam.lead')} />
      <OpenAccountOffer user={user} />
      {found.length === 0 ? (
        <p className="max-w-prose">
          {t(
            user.emailVerified || !hasMail(webDashboard().env)
              ? 'invitation.noTeam.none'
              : 'invitation.noTeam.unverified',
          )}
        </p>
      ) : (
        <section aria-labelledby="invitations" className="flex max-w-md flex-col gap-3">
          <h2 id="invitations" className="text-lg">
            {t('invitation.noTeam.list')}
          </h2>
          {found.map(({ id, team, email, role, expiresAt }) => (
            <Card key={id} className="flex flex-col gap-4">
              <p className="font-medium">{team}</p>
              <InvitationFacts
                {...{ email, role }}
                until={mailDate(expiresAt.toISOString(), 'UTC', dateLocaleOf(reader))}
              />
              <AcceptButton label={t('invitation.noTeam.joinOf', { team })} of={{ id }} />
            </Card>
          ))}
        </section>
      )}
    </>
  )
}
