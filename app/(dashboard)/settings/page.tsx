import type { Metadata } from 'next'
import Link from 'next/link'
import { reconcileNowAction } from '@/app/(dashboard)/mirror/actions'
import { addSecretAction, chooseConnectionAction } from '@/app/(dashboard)/settings/actions'
import { signedIn } from '@/app/(dashboard)/signed-in'
import { ConnectionScreen } from '@/components/settings/connection-screen'
import { ConnectionsCard } from '@/components/settings/connections-card'
import { WebhookCard } from '@/components/settings/webhook-card'
import { PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'
import { listConnections } from '@/lib/dashboard/connections/connect-account'
import { keyLast4 } from '@/lib/dashboard/connections/key-last4'
import { can } from '@/lib/dashboard/team/can'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { payouts } from '@/lib/messages/payouts'
import { settings } from '@/lib/messages/settings'

export const metadata: Metadata = { title: settings.title }

export default async function SettingsPage() {
  const { role, ctx } = await signedIn()
  return (
    <>
      <PageHeader
        title={settings.title}
        lead={settings.connectionLead}
        action={
          can(role, 'payouts.read') ? (
            <Button asChild>
              <Link href="/payouts">{payouts.title}</Link>
            </Button>
          ) : null
        }
      />
      <ConnectionScreen
        baseUrl={ctx.baseUrl}
        keyLast4={await keyLast4(ctx)}
        mayReconcile={can(role, 'mirror.reconcile')}
        reconcile={reconcileNowAction}
      />
      {can(role, 'connection.manage') ? (
        <div className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <ConnectionsCard
            connections={await listConnections(webDashboard(), ctx)}
            choose={chooseConnectionAction}
          />
          <WebhookCard
            address={`${webDashboard().env.WEB_URL}/api/webhooks/${ctx.connectionId}`}
            addSecret={addSecretAction}
          />
        </div>
      ) : null}
    </>
  )
}
