import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { settings } from '@/lib/messages/settings'
import { SecurityScreen } from './security-screen'

type Props = { params: Promise<{ account: string }> }

export default async function SecurityPage({ params }: Props) {
  const { account } = await params
  const { user, claim } = await accountPage(account)
  return (
    <SecurityScreen
      account={account}
      user={user}
      claim={claim}
      back={{ href: '/settings', label: settings.title }}
    />
  )
}
