import { acceptAction } from '@/app/(auth)/invitation/[token]/actions'
import { AcceptButton, InvitationFacts } from '@/components/invitation/invitation'
import { PageHeader } from '@/components/shell/frame/page-header'
import { Card } from '@/components/ui/card'
import { mailDate } from '@/lib/dashboard/mail/receipt-mail'
import { invitationsOf } from '@/lib/dashboard/team/accept-invitation'
import type { SignedInUser } from '@/lib/dashboard/team/find-accounts'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { invitation } from '@/lib/messages/invitation'
import { hasMail } from '@/lib/platform/mail/open-mailer'

const copy = invitation.noTeam

/** Shows a user without a team the invitations for their verified address. */
export async function NoTeam({ user }: { user: SignedInUser }) {
  const found = await invitationsOf(webDashboard(), user)
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} />
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
              <AcceptButton label={copy.joinOf(team)} accept={acceptAction.bind(null, { id })} />
            </Card>
          ))}
        </section>
      )}
    </>
  )
}
