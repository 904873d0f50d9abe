import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { PageHeader } from '@/components/page/page-header'
import { NoPayouts, PayoutScreen } from '@/components/payouts/screen'
import { payouts } from '@/lib/messages/payouts'
import { panelAbsence, panelOf } from '@/lib/own-account/panel'
import { webPanel } from '@/lib/service/panel/panel'
import { bankTestAccounts, readPayouts } from '@/lib/service/panel/payouts'

export default memberPage('payouts.read', async ({ member }) => {
  const panel = await panelOf(member)
  return (
    <>
      <PageHeader
        title={payouts.title}
        lead={payouts.lead}
        back={{ href: '/settings', label: payouts.backToSettings }}
      />
      {panel ? (
        <PayoutScreen
          payouts={await readPayouts(panel)}
          holds={webPanel().payoutHoldMs > 0}
          testAccounts={member.ctx.account.test_mode === true ? testAccountLines : []}
        />
      ) : (
        <NoPayouts absence={await panelAbsence(member.ctx)} />
      )}
    </>
  )
})

const testAccountLines = bankTestAccounts().map(({ number, outcome, refusal }) => ({
  number,
  outcome: payouts.testAccounts.outcomes[refusal ?? outcome],
}))
