import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { PageHeader } from '@/components/page/page-header'
import { securityQuery } from '@/components/settings/queries'
import { PasskeysSection } from '@/components/settings/security/passkeys-section'
import { PasswordSection } from '@/components/settings/security/password-section'
import { SessionsSection } from '@/components/settings/security/sessions-section'
import { TwoStepSection } from '@/components/settings/security/two-step-section'
import type { Member } from '@/lib/dashboard/team/find-member'
import { readSecurity } from '@/lib/dashboard/team/read-security'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { security as copy } from '@/lib/messages/security'
import { hasMail } from '@/lib/platform/mail/mailer'
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

type Props = {
  /** Slug of the page's account; empty for a user without one. */
  account: string
  user: { email: string }
  claim: Member['claim']
  back: { href: string; label: string }
}

/** Renders the user's own password, two-step sign-in, passkeys and sessions. */
export async function SecurityScreen({ account, user, claim, back }: Props) {
  const client = new QueryClient()
  await client.prefetchQuery({
    ...securityQuery(),
    queryFn: () => readSecurity(webDashboard(), claim, hasMail(webDashboard().env)),
  })
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} back={back} />
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
          revokeOthers={revokeOtherSessionsAction.bind(null, account, {})}
        />
      </HydrationBoundary>
    </>
  )
}
