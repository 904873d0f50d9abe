import type { ReactNode } from 'react'
import { Frame } from '@/components/shell/frame'
import { frameOf } from '@/lib/dashboard/web/frame'
import { accountPage } from './account-page'

type Props = { children: ReactNode; params: Promise<{ account: string }> }

/** Frame of every screen of an account, on both sides of the wall. Each page authenticates its member again. */
export default async function AccountLayout({ children, params }: Props) {
  const member = await accountPage((await params).account)
  return <Frame {...(await frameOf(member))}>{children}</Frame>
}
