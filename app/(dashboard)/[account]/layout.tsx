import { after } from 'next/server'
import type { ReactNode } from 'react'
import { Frame } from '@/components/shell/frame'
import { rememberAccount } from '@/lib/dashboard/team/remember-account'
import { frameOf } from '@/lib/dashboard/web/frame'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { accountPage } from './account-page'

type Props = { children: ReactNode; params: Promise<{ account: string }> }

/** The one frame around every screen of an account, whichever side of the wall the screen reads. Each page checks its member again. */
export default async function AccountLayout({ children, params }: Props) {
  const member = await accountPage((await params).account)
  if (!member.isLastAccount) after(() => rememberAccount(webDashboard(), member))
  return <Frame {...(await frameOf(member))}>{children}</Frame>
}
