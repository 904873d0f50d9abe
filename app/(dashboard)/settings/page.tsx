import type { Metadata } from 'next'
import { reconcileNowAction } from '@/app/(dashboard)/mirror/actions'
import { signedIn } from '@/app/(dashboard)/signed-in'
import { ConnectionScreen } from '@/components/settings/connection-screen'
import { PageHeader } from '@/components/shell/page-header'
import { keyLast4 } from '@/lib/dashboard/connections/key-last4'
import { can } from '@/lib/dashboard/team/can'
import { settings } from '@/lib/messages/settings'

export const metadata: Metadata = { title: settings.title }

export default async function SettingsPage() {
  const { role, ctx } = await signedIn()
  return (
    <>
      <PageHeader title={settings.title} lead={settings.connectionLead} />
      <ConnectionScreen
        baseUrl={ctx.baseUrl}
        keyLast4={await keyLast4(ctx)}
        mayReconcile={can(role, 'mirror.reconcile')}
        reconcile={reconcileNowAction}
      />
    </>
  )
}
