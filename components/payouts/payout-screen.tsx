import { Landmark } from 'lucide-react'
import { Panel, SettingRow, SettingRows, SettingsSection } from '@/components/settings/settings-section'
import { DateTime } from '@/components/time/date-time'
import { zoneCity } from '@/components/time/format-time'
import { Dotted } from '@/components/ui/dotted'
import { EmptyState } from '@/components/ui/empty-state'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { payouts as copy } from '@/lib/messages/payouts'
import { ChangeAccount } from './change-account'
import type { BankAccountInput, PayoutAccount } from './payout-account'
import { PendingChange } from './pending-change'
import type { TestAccountLine } from './test-accounts'
import { type WaitingPayout, WaitingPayouts } from './waiting-payouts'

type Props = {
  payouts: {
    account: PayoutAccount | null
    /** Account that a change has set for later. */
    next: PayoutAccount | null
    schedule: string
    waiting: readonly WaitingPayout[]
  }
  /** True if a change of the bank account has a waiting time. */
  holds: boolean
  timeZone: string
  /** Accounts that the test bank accepts; empty in live mode. */
  testAccounts: readonly TestAccountLine[]
  /** Null if the member has read-only access. */
  nameAccount: ((input: BankAccountInput, stepUp: StepUp) => Promise<ActionResult<unknown>>) | null
  /** Cancels the change that waits; null as above. */
  cancelChange: ((stepUp: StepUp) => Promise<ActionResult<unknown>>) | null
}

/** Renders the bank account, the schedule and the payouts that have not left yet. */
export function PayoutScreen({ payouts, holds, timeZone, testAccounts, nameAccount, cancelChange }: Props) {
  const { account, next, schedule, waiting } = payouts
  const change = nameAccount ? (
    <ChangeAccount
      account={account}
      next={next}
      holds={holds}
      nameAccount={nameAccount}
      testAccounts={testAccounts}
    />
  ) : (
    <p className="text-muted text-sm">{copy.account.onlyLook}</p>
  )
  return (
    <>
      {next ? <PendingChange account={account} next={next} cancelChange={cancelChange} /> : null}
      <SettingsSection id="bank-account" title={copy.account.title} lead={copy.account.lead}>
        {account ? (
          <Panel className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4 sm:px-5">
            <div className="flex min-w-0 flex-1 basis-60 items-start gap-3.5">
              <span
                aria-hidden
                className="flex size-10 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-text"
              >
                <Landmark className="size-5" strokeWidth={1.75} />
              </span>
              <div className="min-w-0">
                <p className="wrap-anywhere font-medium">
                  <bdi>{account.bankName}</bdi>{' '}
                  <span aria-hidden className="tnum whitespace-nowrap text-muted">
                    {copy.account.ends(account.last4)}
                  </span>
                  <span className="sr-only">{copy.account.endsSpoken(account.last4)}</span>
                </p>
                <p className="wrap-anywhere text-muted text-sm">{copy.account.holder(account.holder)}</p>
                <p className="text-muted text-sm">
                  {copy.account.since} <DateTime iso={account.since} variant="day" />
                </p>
              </div>
            </div>
            {change}
          </Panel>
        ) : (
          <EmptyState kind="none" title={copy.account.none} action={change}>
            {copy.account.noneHint}
          </EmptyState>
        )}
      </SettingsSection>
      <SettingsSection id="schedule" title={copy.schedule.title} lead={copy.schedule.lead}>
        <Panel className="px-4 py-1.5 sm:px-5">
          <SettingRows>
            <SettingRow name={copy.schedule.name}>
              <Dotted>
                <span>{scheduleText(schedule)}</span>
                <span title={timeZone} className="self-baseline text-muted text-sm">
                  {copy.schedule.zone(zoneCity(timeZone))}
                </span>
              </Dotted>
            </SettingRow>
          </SettingRows>
        </Panel>
      </SettingsSection>
      <SettingsSection id="waiting" title={copy.waiting.title} lead={copy.waiting.lead}>
        <WaitingPayouts waiting={waiting} />
      </SettingsSection>
    </>
  )
}

function scheduleText(schedule: string): string {
  return schedule === 'daily' || schedule === 'weekly' ? copy.schedule.names[schedule] : schedule
}
