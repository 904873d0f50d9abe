'use client'

import { CircleCheck, CircleSlash, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FeeTerms } from '@/components/balance/fee-card'
import { useRead } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { ShortId } from '@/components/data/short-id'
import { useReader, useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { zoneCity } from '@/components/time/format-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Banner } from '@/components/ui/banner'
import { accountStates, activationStates } from '@/lib/contract/states'
import type { AccountView } from '@/lib/dashboard/account/account-view'
import { countryName } from '@/lib/domain/formatters'
import type { Language } from '@/lib/domain/languages'
import type { Translate } from '@/lib/messages/translator'
import { LinkRows, Panel, SettingRow, SettingRows, SettingsSection } from './settings-section'

type Account = AccountView['account']

/** Renders the account's facts and fees as its host reports them, and confirms them after the first paint. */
export function AccountScreen() {
  const t = useTexts()
  const { language } = useReader()
  const query = useRead('account/detail', {})
  if (!query.data) return <QueryFallback query={query} label={t('account-settings.loading')} rows={6} />
  const { account, fees, problem } = query.data
  return (
    <>
      {problem ? (
        <Banner
          tone="warning"
          title={t('account-settings.unconfirmed', { reason: t(`balance.asOfBecause.${problem.code}`) })}
          className="mb-5"
          announce
        >
          {problem.requestId ? t('common.requestId', { id: problem.requestId }) : null}
        </Banner>
      ) : null}
      <SettingsSection id="business" title={t('account-settings.business')}>
        <Facts facts={businessFacts(t, account, language)} />
      </SettingsSection>
      <SettingsSection id="status" title={t('account-settings.state')}>
        <Facts facts={stateFacts(t, account)} />
      </SettingsSection>
      <SettingsSection id="money" title={t('account-settings.money')}>
        <Facts
          facts={[
            [t('account-settings.currency'), account.currency],
            [t('account-settings.timeZone'), zoneName(account.timezone)],
          ]}
        />
      </SettingsSection>
      {fees ? (
        <SettingsSection id="fees" title={t('balance.fees.title')}>
          <Panel className="px-4 py-3.5 sm:px-5">
            <FeeTerms fees={fees} currency={fees.currency} />
          </Panel>
          <LinkRows
            rows={[
              {
                href: '/balance',
                title: t('account-settings.balance'),
                hint: t('account-settings.balanceHint'),
              },
            ]}
          />
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

function businessFacts(t: Translate, account: Account, language: Language): Fact[] {
  return [
    [t('account-settings.name'), <bdi key="name">{account.name}</bdi>],
    [t('account-settings.legalName'), account.legal_name],
    [t('account-settings.taxId'), account.tax_id],
    [t('account-settings.type'), account.type && t(`account-settings.types.${account.type}`)],
    [t('account-settings.country'), account.country && countryName(account.country, language)],
    [t('account-settings.email'), account.contact_email],
    [t('account-settings.phone'), account.contact_phone],
    [t('account-settings.created'), <DateTime key="created" iso={account.created_at} />],
    [t('account-settings.id'), <ShortId key="id" id={account.id} name={t('account-settings.id')} />],
  ]
}

function stateFacts(t: Translate, account: Account): Fact[] {
  const { status, activation_status: activation, charges_enabled: charges, test_mode: isTest } = account
  return [
    [t('account-settings.status'), stateOf(t, 'status', status, accountStates)],
    [t('account-settings.activation'), stateOf(t, 'activation', activation, activationStates)],
    [
      t('account-settings.charges'),
      charges ? (
        t('account-settings.chargesOn')
      ) : (
        <strong key="off">{t('account-settings.chargesOff')}</strong>
      ),
    ],
    [
      t('account-settings.mode'),
      isTest === undefined ? null : t(isTest ? 'account-settings.testMode' : 'account-settings.liveMode'),
    ],
  ]
}

const icons = {
  neutral: Clock,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: TriangleAlert,
  muted: CircleSlash,
} as const satisfies Partial<Record<Tone, unknown>>

/** Renders a state; another host may use other values. */
function stateOf(
  t: Translate,
  kind: 'status' | 'activation',
  state: string,
  looks: Readonly<Record<string, { tone: keyof typeof icons }>>,
) {
  const look = looks[state]
  if (!look) return state
  const Icon = icons[look.tone]
  return (
    <>
      <Badge tone={look.tone} Icon={Icon}>
        {t.first(`account-settings.${kind}.${state}`)}
      </Badge>
      <p className="mt-1 text-muted text-sm">{t.first(`account-settings.${kind}.${state}.meaning`)}</p>
    </>
  )
}

/** Returns a time zone by its city, as every screen shows it, and by its IANA name. */
function zoneName(zone: string): string {
  const city = zoneCity(zone)
  return city === zone ? zone : `${city} (${zone})`
}
