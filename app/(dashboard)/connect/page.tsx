import { redirect } from 'next/navigation'
import { PageLink } from '@/components/navigation/page-link'
import { PageHeader } from '@/components/page/page-header'
import { ConnectForm } from '@/components/settings/connect-form'
import { AcceptButton, InvitationFacts } from '@/components/sign-in/mailed-links'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { TextLink } from '@/components/ui/text-link'
import { mailDate } from '@/lib/dashboard/mail/mail-text'
import { invitationsOf } from '@/lib/dashboard/team/accept-invitation'
import { managedTeam, mayOpenAccount, type SignedInUser } from '@/lib/dashboard/team/find-accounts'
import { pageUser } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { invitation } from '@/lib/messages/invitation'
import { settings } from '@/lib/messages/settings'
import { signUp } from '@/lib/messages/sign-up'
import { hasMail } from '@/lib/platform/mail/mailer'
import { UserFrame } from './user-frame'

const copy = invitation.noTeam

/**
 * Page of a team without an account, to connect the first one, and of a user without a team. Redirects a user
 * with an account.
 */
export default async function ConnectFirstPage() {
  const user = await pageUser('/connect')
  if (user.accounts.length > 0) redirect('/')
  return (
    <UserFrame user={user}>
      {user.teams.length === 0 ? <NoTeam user={user} /> : <ConnectFirst user={user} />}
    </UserFrame>
  )
}

function ConnectFirst({ user }: { user: SignedInUser }) {
  return (
    <>
      <PageHeader title={settings.connect.title} lead={settings.connect.firstLead} />
      {managedTeam(user) === null ? (
        <EmptyState kind="forbidden" title={settings.connect.noneTitle}>
          {settings.connect.noneHint}
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

function OpenAccountOffer({ user }: { user: SignedInUser }) {
  const { env } = webDashboard()
  if (!env.SIGN_UP || !mayOpenAccount(user, hasMail(env))) return null
  return (
    <p className="mb-5">
      <TextLink>
        <PageLink href="/sign-up">{signUp.business.offer}</PageLink>
      </TextLink>
      . <span className="text-muted">{signUp.business.offerHint}</span>
    </p>
  )
}

async function NoTeam({ user }: { user: SignedInUser }) {
  const found = await invitationsOf(webDashboard(), user)
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} />
      <OpenAccountOffer user={user} />
      {found.length === 0 ? (
        <p className="max-w-prose">
          {user.emailVerified || !hasMail(webDashboard().env) ? copy.none : copy.unverified}
        </p>
      ) : (
        <section aria-labelledby="invitations" className="flex max-w-md flex-col gap-3">
          <h2 id="invitations" className="text-lg">
            {copy.list}
          </h2>
          {found.map(({ id, team, email, role, expiresAt }) => (
            <Card key={id} className="flex flex-col gap-4">
              <p className="font-medium">{team}</p>
              <InvitationFacts email={email} role={role} until={mailDate(expiresAt.toISOString(), 'UTC')} />
              <AcceptButton label={copy.joinOf(team)} of={{ id }} />
            </Card>
          ))}
        </section>
      )}
    </>
  )
}
