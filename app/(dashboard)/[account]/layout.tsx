import type { ReactNode } from 'react'
import { Frame } from '@/components/shell/frame'
import { frameOf } from '@/lib/dashboard/web/frame'
import { accountPage } from './account-page'

type Props = { children: ReactNode; params: Promise<{ account: string }> }

/** The one frame around every screen of an account, whichever side of the wall the screen reads. Each page checks its member again. */
export default async function AccountLayout({ children, params }: Props) {
  const member = await accountPage((await params).account)
  return <Frame {...(await frameOf(member))}>{children}</Frame>
}
