'use client'

import { Clock3, TriangleAlert } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useCan, useMember } from '@/components/data/member'
import { Amount } from '@/components/money/amount'
import { Panel, SettingsSection } from '@/components/settings/settings-section'
import { useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { zoneCity } from '@/components/time/format-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dotted } from '@/components/ui/dotted'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'
import type { PanelAbsence } from '@/lib/contract/panel/endpoints'
import type { Payouts } from '@/lib/contract/panel/payouts'
import type { TestAccountLine } from './dialog'
import { PendingChange } from './face'

export function NoPayouts({ absence }: { absence: PanelAbsence }) {
  const t = useTexts()
  const isElsewhere = absence === 'elsewhere'
  return (
    <EmptyState
      kind="forbidden"
      title={isElsewhere ? t('payouts.elsewhere') : t(`developers.absent.${absence}.title`)}
    >
      {isElsewhere ? t('payouts.elsewhereHint') : t(`developers.absent.${absence}.hint`)}
    </EmptyState>
  )
}

type Props = {
  payouts: Payouts
  /** True if a change of the bank account has a waiting time. */
  holds: boolean
  /** Accounts that the test bank accepts; empty in live mode. */
  testAccounts: readonly TestAccountLine[]
}

/** Renders the bank account, the schedule and the payouts that have not left yet. */
export function PayoutScreen({ payouts, holds, testAccounts }: Props) {
  const t = useTexts()
  const { account, next, schedule, waiting } = payouts
  const { timezone } = useMember().account
  const change = useCan('payouts.write') ? (
    <ChangeAccount payouts={payouts} holds={holds} testAccounts={testAccounts} />
  ) : (
    <p className="text-muted text-sm">{t('payouts.account.onlyLook')}</p>
  )
  return (
    <>
      {next ? <PendingChange account={account} next={next} /> : null}
      <SettingsSection id="bank-account" title={t('payouts.account.title')} lead={t('payouts.account.lead')}>
        {account ? (
          <Panel className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4 sm:px-5">
            <div className="wrap-anywhere min-w-0 flex-1 basis-60">
              <p className="font-medium">
                <bdi>{account.bankName}</bdi>{' '}
                <span aria-hidden className="tnum whitespace-nowrap text-muted">
                  {t('payouts.account.ends', { last4: account.last4 })}
                </span>
                <span className="sr-only">{t('payouts.account.endsSpoken', { last4: account.last4 })}</span>
              </p>
              <p className="text-muted text-sm">{t('payouts.account.holder', { name: account.holder })}</p>
              <p className="text-muted text-sm">
                {t('payouts.account.since')} <DateTime iso={account.since} variant="day" />
              </p>
            </div>
            {change}
          </Panel>
        ) : (
          <EmptyState kind="none" title={t('payouts.account.none')} action={change}>
            {t('payouts.account.noneHint')}
          </EmptyState>
        )}
      </SettingsSection>
      <SettingsSection id="schedule" title={t('payouts.schedule.title')} lead={t('payouts.schedule.lead')}>
        <Panel className="p-4 sm:px-5">
          <Dotted>
            <span>{t.first(`payouts.schedule.names.${schedule}`) ?? schedule}</span>
            <span title={timezone} className="self-baseline text-muted text-sm">
              {t('payouts.schedule.zone', { zone: zoneCity(timezone) })}
            </span>
          </Dotted>
        </Panel>
      </SettingsSection>
      <SettingsSection id="waiting" title={t('payouts.waiting.title')} lead={t('payouts.waiting.lead')}>
        {waiting.length > 0 ? (
          <WaitingPayouts waiting={waiting} />
        ) : (
          <Panel className="p-4 text-muted sm:px-5">{t('payouts.waiting.none')}</Panel>
        )}
      </SettingsSection>
    </>
  )
}

function WaitingPayouts({ waiting }: Pick<Payouts, 'waiting'>) {
  const t = useTexts()
  return (
    <Panel>
      <ul className="divide-y divide-border/70">
        {waiting.map(({ id, amount, currency, problem }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5">
            <Amount amount={Number(amount)} currency={currency} className="min-w-28 font-medium" />
            {problem === null ? (
              <Badge tone="neutral" Icon={Clock3}>
                {t('payouts.waiting.pending')}
              </Badge>
            ) : (
              <>
                <Badge tone="warning" Icon={TriangleAlert}>
                  {t('payouts.waiting.held')}
                </Badge>
                <span className="text-muted text-sm">
                  {t.first(`payouts.problems.${problem}`, 'payouts.problems.refused_by_bank')}
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const payoutDialog = lazyModule(() => import('./dialog').then(({ PayoutDialog }) => PayoutDialog))

function ChangeAccount({ payouts: { account, next }, holds, testAccounts }: Props) {
  const t = useTexts()
  const router = useRouter()
  const toast = useToast()
  const [open, setOpen] = useState(false)
  const PayoutDialog = useLazyModule(payoutDialog)
  const timing = account === null ? 'first' : holds ? 'held' : 'atOnce'
  return (
    <>
      <Button
        data-opens-form
        variant={account ? 'secondary' : 'primary'}
        {...payoutDialog.intent}
        onClick={async () => setOpen((await payoutDialog.loadOrNull()) !== null)}
      >
        {t(account ? 'payouts.account.change' : 'payouts.account.name')}
      </Button>
      {open && PayoutDialog ? (
        <PayoutDialog
          account={account}
          next={next}
          timing={timing}
          testAccounts={testAccounts}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false)
            toast({ message: t(`payouts.form.saved.${timing}`) })
            router.refresh()
          }}
        />
      ) : null}
    </>
  )
}
