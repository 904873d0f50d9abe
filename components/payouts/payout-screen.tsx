import type { ActionResult } from '@/components/data/action-result'
import { Banner } from '@/components/ui/banner'
import { Card } from '@/components/ui/card'
import { Property, PropertyList } from '@/components/ui/property-list'
import { payouts as words } from '@/lib/messages/payouts'
import { PayoutForm } from './payout-form'

export interface BankAccountInput {
  bank_name: string
  holder: string
  number: string
  password: string
}

type Props = {
  /** null = the account is kept by another host. */
  payouts: {
    account: { bankName: string; holder: string; last4: string } | null
    schedule: string
    waiting: readonly { id: string; amount: string; currency: string; problem: string | null }[]
  } | null
  testMode: boolean
  /** null = this member may only look. */
  nameAccount: ((input: BankAccountInput) => Promise<ActionResult<unknown>>) | null
}

/** Where the money goes, what has not left yet, and how to change it. */
export function PayoutScreen({ payouts, testMode, nameAccount }: Props) {
  if (!payouts) return <Banner tone="info" title={words.elsewhere} />
  const { account, schedule, waiting } = payouts
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <div className="flex flex-col gap-4">
        <Card title={words.account}>
          {account ? (
            <PropertyList>
              <Property name={words.bank}>{account.bankName}</Property>
              <Property name={words.holder}>{account.holder}</Property>
              <Property name={words.number}>{words.ends(account.last4)}</Property>
              <Property name={words.schedule}>{scheduleText(schedule)}</Property>
            </PropertyList>
          ) : (
            <Banner tone="warning" title={words.none} />
          )}
        </Card>
        <Card title={words.waiting}>
          {waiting.length === 0 ? (
            <p className="text-muted">{words.waitingNone}</p>
          ) : (
            <ul className="flex flex-col gap-3">
              {waiting.map(({ id, amount, currency, problem }) => (
                <li key={id} className="flex flex-col">
                  <span className="font-medium tabular-nums">{words.amount(amount, currency)}</span>
                  <span className="text-muted text-sm">{problemText(problem)}</span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
      {nameAccount ? (
        <Card title={account ? words.change : words.name}>
          <p className="mb-3 text-muted">{words.changeLead}</p>
          <PayoutForm nameAccount={nameAccount} hint={testMode ? words.testAccounts : null} />
        </Card>
      ) : null}
    </div>
  )
}

function scheduleText(schedule: string): string {
  return schedule === 'daily' || schedule === 'weekly' ? words.schedules[schedule] : schedule
}

function problemText(problem: string | null): string {
  if (problem === null) return words.onItsWay
  const known: Readonly<Record<string, string>> = words.problems
  return known[problem] ?? words.problems.refused_by_bank
}
