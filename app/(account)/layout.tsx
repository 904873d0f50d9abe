import type { ReactNode } from 'react'
import { chooseConnectionAction } from '@/app/(account)/actions'
import { Frame } from '@/components/shell/frame'
import { frameOf } from '@/lib/dashboard/web/frame'
import { accountMember } from './account-member'

/**
 * The same frame as the dashboard's, around screens of accounts that live in this service. These screens are a group of
 * their own because they alone may ask the service's panel; the dashboard's folders know it only through its API.
 */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <Frame {...(await frameOf(await accountMember()))} choose={chooseConnectionAction}>
      {children}
    </Frame>
  )
}
