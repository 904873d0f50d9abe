import type { ReactNode } from 'react'
import { Frame } from '@/components/shell/frame'
import { TwoStepProvider } from '@/components/step-up/two-step-context'
import { frameOf } from '@/lib/dashboard/web/frame'
import { accountPage } from './account-page'
import { changeEmailAction, sendVerificationAction } from './settings/email-actions'
import { askOwnPasskeyAction } from './settings/security/actions'

type Props = { children: ReactNode; params: Promise<{ account: string }> }

/**
 * Frame of every screen of an account, on both sides of the wall. Each page authenticates its member again.
 */
export default async function AccountLayout({ children, params }: Props) {
  const { account } = await params
  const member = await accountPage(account)
  return (
    <TwoStepProvider
      hasTwoStep={member.hasTwoStep}
      askPasskey={member.hasPasskey ? askOwnPasskeyAction.bind(null, account, {}) : null}
    >
      <Frame
        {...(await frameOf(member))}
        verify={{
          sendAgain: sendVerificationAction.bind(null, account, {}),
          changeEmail: changeEmailAction.bind(null, account),
        }}
      >
        {children}
      </Frame>
    </TwoStepProvider>
  )
}
