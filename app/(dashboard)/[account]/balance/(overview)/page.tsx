import { FileText, ListChecks } from 'lucide-react'
import { pendingChangeOf } from '@/app/(dashboard)/[account]/(panel)/payouts/pending-change-of'
import { memberPage, withReads } from '@/app/(dashboard)/[account]/pages'
import { BalanceAge, BalanceFoot, BalanceOverview } from '@/components/balance/balance-overview'
import { read } from '@/components/data/read'
import { ButtonLink } from '@/components/navigation/link-looks'
import { PageHeader } from '@/components/page/page-header'
import { SettlementsScreen } from '@/components/settlements/list'
import { readFilter } from '@/lib/dashboard/reads/list'
import { settlementFilterSchema } from '@/lib/dashboard/settlements/list-settlements'
import { dayIn } from '@/lib/domain/calendar-days'
import type { Translate } from '@/lib/messages/translator'

export default memberPage(null, async ({ member, account, search, t }) => {
  const { ctx } = member
  const filter = readFilter(settlementFilterSchema, search)
  const month = filter.month ?? dayIn(ctx.now().getTime(), ctx.account.timezone).slice(0, 7)
  return withReads(
    member,
    [
      read(account, 'balance/view', {}),
      read(account, 'settlements/list/month', { month }),
      read(account, 'settlements/list', filter),
    ],
    <>
      <PageHeader title={t('shell.balance')} action={<BalanceLinks t={t} />} />
      {await pendingChangeOf(member)}
      <BalanceOverview />
      <SettlementsScreen filter={filter} />
      <BalanceFoot filter={filter} />
    </>,
  )
})

function BalanceLinks({ t }: { t: Translate }) {
  return (
    <div className="flex grow flex-wrap items-center gap-2">
      <BalanceAge />
      <div className="flex flex-wrap gap-2 sm:ms-auto print:hidden">
        <ButtonLink Icon={FileText} href="/balance/statements">
          {t('statements.title')}
        </ButtonLink>
        <ButtonLink Icon={ListChecks} href="/balance/match">
          {t('bank-match.title')}
        </ButtonLink>
      </div>
    </div>
  )
}
