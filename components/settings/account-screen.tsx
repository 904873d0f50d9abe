'use client'

import { CircleCheck, CircleSlash, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FeeTerms } from '@/components/balance/fee-card'
import { QueryFallback } from '@/components/data/query-fallback'
import { useRead } from '@/components/data/read'
import { ShortId } from '@/components/data/short-id'
import { DateTime } from '@/components/time/date-time'
import { zoneCity } from '@/components/time/format-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Banner } from '@/components/ui/banner'
import { accountStates, activationStates } from '@/lib/contract/states'
import type { AccountView } from '@/lib/dashboard/schema/account'
import { countryName } from '@/lib/domain/formatters'
import { accountSettings as copy } from '@/lib/messages/account-settings'
import { balance } from '@/lib/messages/balance'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'
import { LinkRows, Panel, SettingRow, SettingRows, SettingsSection } from './settings-section'

type Account = AccountView['account']

/** Renders the account's facts and fees as its host reports them, and confirms them after the first paint. */
export function AccountScreen() {
  const query = useRead('account/detail', {})
  if (!query.data) return <QueryFallback query={query} label={copy.loading} rows={6} />
  const { account, fees, problem } = query.data
  const { account: labels } = settings
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
      <SettingsSection id="business" title={copy.business}>
        <Facts facts={businessFacts(account)} />
      </SettingsSection>
      <SettingsSection id="status" title={copy.state}>
        <Facts facts={stateFacts(account)} />
      </SettingsSection>
      <SettingsSection id="money" title={copy.money}>
        <Facts
          facts={[
            [labels.currency, account.currency],
            [labels.timeZone, zoneName(account.timezone)],
          ]}
        />
      </SettingsSection>
      {fees ? (
        <SettingsSection id="fees" title={balance.fees.title}>
          <Panel className="px-4 py-3.5 sm:px-5">
            <FeeTerms fees={fees} currency={fees.currency} />
          </Panel>
          <LinkRows rows={[{ href: '/balance', title: copy.balance, hint: copy.balanceHint }]} />
        </SettingsSection>
      ) : null}
    </>
  )
}

/** A name and its value; null omits the fact. */
type Fact = readonly [name: string, value: ReactNode]

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <SettingRows>
      {facts.map(([name, value]) =>
        value ? (
          <SettingRow key={name} name={name}>
            <div className="wrap-anywhere">{value}</div>
          </SettingRow>
        ) : null,
      )}
    </SettingRows>
  )
}

function businessFacts(account: Account): Fact[] {
  return [
    [copy.name, <bdi key="name">{account.name}</bdi>],
    [copy.legalName, account.legal_name],
    [copy.taxId, account.tax_id],
    [copy.type, account.type && copy.types[account.type]],
    [copy.country, account.country && countryName(account.country)],
    [copy.email, account.contact_email],
    [copy.phone, account.contact_phone],
    [copy.created, <DateTime key="created" iso={account.created_at} />],
    [copy.id, <ShortId key="id" id={account.id} name={copy.id} />],
  ]
}

function stateFacts(account: Account): Fact[] {
  const { account: labels } = settings
  const { status, activation_status: activation, charges_enabled: charges, test_mode: isTest } = account
  return [
    [copy.status, stateOf(status, accountStates, settings.accountStatuses, copy.statusMeanings)],
    [copy.activation, stateOf(activation, activationStates, copy.activationNames, copy.activationMeanings)],
    [labels.charges, charges ? labels.chargesOn : <strong key="off">{labels.chargesOff}</strong>],
    [labels.mode, isTest === undefined ? null : isTest ? labels.testMode : labels.liveMode],
  ]
}

const icons = {
  neutral: Clock,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: TriangleAlert,
  muted: CircleSlash,
} as const satisfies Partial<Record<Tone, unknown>>

type Texts = Readonly<Record<string, string>>

/** Renders a state; another host may use other values. */
function stateOf(
  state: string,
  looks: Readonly<Record<string, { tone: keyof typeof icons }>>,
  names: Texts,
  meanings: Texts,
) {
  const look = looks[state]
  if (!look) return state
  const Icon = icons[look.tone]
  return (
    <>
      <Badge tone={look.tone} icon={<Icon aria-hidden />}>
        {names[state]}
      </Badge>
      <p className="mt-1 text-muted text-sm">{meanings[state]}</p>
    </>
  )
}

/** Returns a time zone by its city, as every screen shows it, and by its IANA name. */
function zoneName(zone: string): string {
  const city = zoneCity(zone)
  return city === zone ? zone : `${city} (${zone})`
}
