import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { PasskeysSection } from '@/components/settings/security/passkeys-section'
import { PasswordSection } from '@/components/settings/security/password-section'
import { securityQuery } from '@/components/settings/security/security-query'
import { SessionsSection } from '@/components/settings/security/sessions-section'
import { TwoStepSection } from '@/components/settings/security/two-step-section'
import { PageHeader } from '@/components/shell/frame/page-header'
import { readSecurity } from '@/lib/dashboard/team/read-security'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { security as copy } from '@/lib/messages/security'
import { settings } from '@/lib/messages/settings'
import { hasMail } from '@/lib/platform/mail/open-mailer'
import {
  addPasskeyAction,
  changePasswordAction,
  confirmTwoStepAction,
  disableTwoStepAction,
  removePasskeyAction,
  renewRecoveryCodesAction,
  revokeOtherSessionsAction,
  revokeSessionAction,
  startPasskeyAction,
  startTwoStepAction,
} from './actions'

type Props = { params: Promise<{ account: string }> }

/** Shows the user's own password, two-step sign-in, passkeys and sessions. */
export default async function SecurityPage({ params }: Props) {
  const { account } = await params
  const { user, claim } = await accountPage(account)
  const client = new QueryClient()
  await client.prefetchQuery({
    ...securityQuery(account),
    queryFn: () => readSecurity(webDashboard(), claim, hasMail(webDashboard().env)),
  })
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} back={{ href: '/settings', label: settings.title }} />
      <HydrationBoundary state={dehydrate(client)}>
        <PasswordSection email={user.email} change={changePasswordAction.bind(null, account)} />
        <TwoStepSection
          acts={{
            start: startTwoStepAction.bind(null, account),
            confirm: confirmTwoStepAction.bind(null, account),
            stop: disableTwoStepAction.bind(null, account),
            renew: renewRecoveryCodesAction.bind(null, account),
          }}
        />
        <PasskeysSection
          acts={{
            start: startPasskeyAction.bind(null, account),
            add: addPasskeyAction.bind(null, account),
            remove: removePasskeyAction.bind(null, account),
          }}
        />
        <SessionsSection
          revoke={revokeSessionAction.bind(null, account)}
          revokeOthers={revokeOtherSessionsAction.bind(null, account)}
        />
      </HydrationBoundary>
    </>
  )
}
