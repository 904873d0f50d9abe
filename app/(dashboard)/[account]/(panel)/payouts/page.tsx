import { notFound } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { PageHeader } from '@/components/page/page-header'
import { NoPayouts } from '@/components/payouts/no-payouts'
import { PayoutScreen } from '@/components/payouts/payout-screen'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { payouts } from '@/lib/messages/payouts'
import { panelOf } from '@/lib/own-account/panel'
import { panelAbsence } from '@/lib/own-account/panel-absence'
import { webPanel } from '@/lib/service/panel/panel'
import { bankTestAccounts, readPayouts } from '@/lib/service/panel/payouts'
import { cancelChangeAction, nameAccountAction } from './actions'

type Props = { params: Promise<{ account: string }> }

export default async function PayoutsPage({ params }: Props) {
  const { account } = await params
  const { role, ctx, user } = await accountPage(account)
  if (!can(role, 'payouts.read')) notFound()
  const panel = await panelOf({ ctx, user, role })
  const header = (
    <PageHeader
      title={payouts.title}
      lead={payouts.lead}
      back={{ href: '/settings', label: payouts.backToSettings }}
    />
  )
  if (!panel) {
    const absence = await panelAbsence({ panel: webPanel(), dashboard: webDashboard() }, ctx)
    return (
      <>
        {header}
        <NoPayouts absence={absence} />
      </>
    )
  }
  return (
    <>
      {header}
      <PayoutScreen
        payouts={await readPayouts(panel)}
        holds={webPanel().payoutHoldMs > 0}
        timeZone={ctx.account.timezone}
        testAccounts={ctx.account.test_mode === true ? testAccountLines : []}
        nameAccount={can(role, 'payouts.write') ? nameAccountAction.bind(null, account) : null}
        cancelChange={can(role, 'payouts.write') ? cancelChangeAction.bind(null, account) : null}
      />
    </>
  )
}

const testAccountLines = bankTestAccounts().map(({ number, outcome, refusal }) => ({
  number,
  outcome: payouts.testAccounts.outcomes[refusal ?? outcome],
}))
