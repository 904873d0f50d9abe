import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { PageHeader } from '@/components/page/page-header'
import { NoPayouts, PayoutScreen } from '@/components/payouts/screen'
import type { Translate } from '@/lib/messages/translator'
import { panelAbsence, panelOf } from '@/lib/own-account/panel'
import { webPanel } from '@/lib/service/panel/panel'
import { bankTestAccounts, readPayouts } from '@/lib/service/panel/payouts'

export default memberPage('payouts.read', async ({ member, t }) => {
  const panel = await panelOf(member)
  return (
    <>
      <PageHeader
        title={t('payouts.title')}
        lead={t('payouts.lead')}
        back={{ href: '/settings', label: t('shell.settings') }}
      />
      {panel ? (
        <PayoutScreen
          payouts={await readPayouts(panel)}
          holds={webPanel().payoutHoldMs > 0}
          testAccounts={member.ctx.account.test_mode === true ? testAccountLines(t) : []}
        />
      ) : (
        <NoPayouts absence={await panelAbsence(member.ctx)} />
      )}
    </>
  )
})

const testAccountLines = (t: Translate) =>
  bankTestAccounts().map(({ number, outcome, refusal }) => {
    const end = refusal ?? outcome
    return { number, outcome: t(`payouts.testAccounts.outcomes.${end}`) }
  })
