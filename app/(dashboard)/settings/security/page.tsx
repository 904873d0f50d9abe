import { SecurityScreen } from '@/app/(dashboard)/[account]/settings/security/security-screen'
import { UserFrame } from '@/app/(dashboard)/connect/user-frame'
import { TwoStepProvider } from '@/components/step-up/two-step-context'
import { pageUser, redirectToAccount } from '@/lib/dashboard/web/member'
import { security } from '@/lib/messages/security'

const PATH = '/settings/security'

/** Shows the own sign-in of a user without an account. Redirects others to the page in their account. */
export default async function OwnSecurityPage() {
  const user = await pageUser(PATH)
  if (user.accounts.length > 0) return redirectToAccount(PATH)
  return (
    <UserFrame user={user}>
      <TwoStepProvider hasTwoStep={user.hasTwoStep} askPasskey={null}>
        <SecurityScreen
          account=""
          user={user}
          claim={user.claim}
          back={{ href: '/connect', label: security.back }}
        />
      </TwoStepProvider>
    </UserFrame>
  )
}
