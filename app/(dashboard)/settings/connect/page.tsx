import { notFound } from 'next/navigation'
import { connectAction } from '@/app/(dashboard)/settings/actions'
import { signedIn } from '@/app/(dashboard)/signed-in'
import { ConnectForm } from '@/components/settings/connect-form'
import { PageHeader } from '@/components/shell/page-header'
import { can } from '@/lib/dashboard/team/can'
import { settings } from '@/lib/messages/settings'

export default async function ConnectPage() {
  const { role } = await signedIn()
  if (!can(role, 'connection.manage')) notFound()
  return (
    <>
      <PageHeader
        title={settings.connect.title}
        lead={settings.connect.lead}
        back={{ href: '/settings', label: settings.title }}
      />
      <ConnectForm connect={connectAction} />
    </>
  )
}
