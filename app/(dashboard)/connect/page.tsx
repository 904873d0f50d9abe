import { redirect } from 'next/navigation'
import { ConnectForm } from '@/components/settings/connect-form'
import { PageHeader } from '@/components/shell/frame/page-header'
import { PageLink } from '@/components/shell/navigation/page-link'
import { TwoStepProvider } from '@/components/step-up/two-step-context'
import { EmptyState } from '@/components/ui/empty-state'
import { TextLink } from '@/components/ui/text-link'
import type { SignedInUser } from '@/lib/dashboard/team/find-accounts'
import { managedTeam } from '@/lib/dashboard/team/managed-team'
import { pageUser } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { settings } from '@/lib/messages/settings'
import { signUp } from '@/lib/messages/sign-up'
import { connectFirstAction } from './actions'
import { NoTeam } from './no-team'
import { UserFrame } from './user-frame'

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
          {webDashboard().env.SIGN_UP ? (
            <p className="mb-5">
              <TextLink>
                <PageLink href="/sign-up">{signUp.business.offer}</PageLink>
              </TextLink>
              . <span className="text-muted">{signUp.business.offerHint}</span>
            </p>
          ) : null}
          <TwoStepProvider hasTwoStep={user.hasTwoStep} askPasskey={null}>
            <ConnectForm connect={connectFirstAction} opens="/" cancelHref={null} />
          </TwoStepProvider>
        </>
      )}
    </>
  )
}
