'use client'

import { useQuery } from '@tanstack/react-query'
import { FeeTerms } from '@/components/balance/fee-card'
import { QueryFallback } from '@/components/data/query-fallback'
import { LinkRows } from '@/components/settings/link-rows'
import { Panel, SettingsSection } from '@/components/settings/settings-section'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Banner } from '@/components/ui/banner'
import { accountSettings as copy } from '@/lib/messages/account-settings'
import { balance } from '@/lib/messages/balance'
import { common } from '@/lib/messages/common'
import { AccountDetails } from './account-details'
import { accountQuery } from './account-query'

/** Renders the account's facts and fees, and confirms them with the host after the first paint. */
export function AccountScreen() {
  const query = useQuery(accountQuery(useAccount()))
  if (!query.data) return <QueryFallback query={query} label={copy.loading} rows={6} />
  const { account, fees, problem } = query.data
  return (
    <>
      {problem ? (
        <Banner
          tone="warning"
          title={copy.unconfirmed(balance.asOfBecause[problem.code])}
          className="mb-5"
          announce
        >
          {problem.requestId ? common.requestId(problem.requestId) : null}
        </Banner>
      ) : null}
      <AccountDetails account={account} />
      {fees ? (
        <SettingsSection id="fees" title={balance.fees.title} lead={copy.feesLead}>
          <Panel className="px-4 py-3.5 sm:px-5">
            <FeeTerms fees={fees} currency={fees.currency} />
          </Panel>
          <LinkRows rows={[{ href: '/balance', title: copy.balance, hint: copy.balanceHint }]} />
        </SettingsSection>
      ) : null}
    </>
  )
}
