import { notFound } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { PageHeader } from '@/components/page/page-header'
import { ConnectForm } from '@/components/settings/connect-form'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { settings } from '@/lib/messages/settings'

type Props = { params: Promise<{ account: string }> }

export default async function ConnectPage({ params }: Props) {
  const { account } = await params
  const { role } = await accountPage(account)
  if (!can(role, 'connection.manage')) notFound()
  return (
    <>
      <PageHeader
        title={settings.connect.title}
        lead={settings.connect.lead}
        back={{ href: '/settings', label: settings.title }}
      />
      <ConnectForm />
    </>
  )
}
