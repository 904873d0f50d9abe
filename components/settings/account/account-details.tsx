import { CircleCheck, CircleSlash, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ShortId } from '@/components/data/short-id'
import { SettingRow, SettingRows } from '@/components/settings/setting-row'
import { Panel, SettingsSection } from '@/components/settings/settings-section'
import { DateTime } from '@/components/time/date-time'
import { zoneCity } from '@/components/time/format-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Dotted } from '@/components/ui/dotted'
import { accountStates, accountStatuses, activationStates, activationStatuses } from '@/lib/contract/states'
import type { AccountView } from '@/lib/dashboard/schema/account'
import { countryName } from '@/lib/domain/country-name'
import { accountSettings as copy } from '@/lib/messages/account-settings'
import { settings } from '@/lib/messages/settings'

type Account = AccountView['account']

/** Renders the account's facts as its host reports them. Facts without a value are omitted. */
export function AccountDetails({ account }: { account: Account }) {
  return (
    <>
      <SettingsSection id="business" title={copy.business} lead={copy.businessLead}>
        <Business account={account} />
      </SettingsSection>
      <SettingsSection id="status" title={copy.state} lead={copy.stateLead}>
        <States account={account} />
      </SettingsSection>
      <SettingsSection id="money" title={copy.money} lead={copy.moneyLead}>
        <Rows>
          <SettingRow name={settings.account.currency}>{account.currency}</SettingRow>
          <SettingRow name={settings.account.timeZone}>
            <Zone zone={account.timezone} />
            <p className="text-muted text-sm">{settings.account.timeZoneHint}</p>
          </SettingRow>
        </Rows>
      </SettingsSection>
    </>
  )
}

function Rows({ children }: { children: ReactNode }) {
  return (
    <Panel className="px-4 py-1.5 sm:px-5">
      <SettingRows>{children}</SettingRows>
    </Panel>
  )
}

function Business({ account }: { account: Account }) {
  const facts: readonly [name: string, value: string | null][] = [
    [copy.legalName, account.legal_name],
    [copy.taxId, account.tax_id],
    [copy.type, account.type && copy.types[account.type]],
    [copy.country, account.country && countryName(account.country)],
    [copy.email, account.contact_email],
    [copy.phone, account.contact_phone],
  ]
  return (
    <Rows>
      <SettingRow name={copy.name}>
        <bdi className="wrap-anywhere font-medium">{account.name}</bdi>
      </SettingRow>
      {facts.map(([name, value]) =>
        value ? (
          <SettingRow key={name} name={name}>
            <bdi className="wrap-anywhere">{value}</bdi>
          </SettingRow>
        ) : null,
      )}
      <SettingRow name={copy.created}>
        <DateTime iso={account.created_at} />
      </SettingRow>
      <SettingRow name={copy.id}>
        <ShortId id={account.id} name={copy.id} />
      </SettingRow>
    </Rows>
  )
}

function States({ account }: { account: Account }) {
  const { account: labels } = settings
  const status = accountStatuses.find((one) => one === account.status)
  const activation = activationStatuses.find((one) => one === account.activation_status)
  return (
    <Rows>
      <SettingRow name={copy.status}>
        {status ? (
          <State
            tone={accountStates[status].tone}
            name={settings.accountStatuses[status]}
            meaning={copy.statusMeanings[status]}
          />
        ) : (
          account.status
        )}
      </SettingRow>
      <SettingRow name={copy.activation}>
        {activation ? (
          <State
            tone={activationStates[activation].tone}
            name={copy.activationNames[activation]}
            meaning={copy.activationMeanings[activation]}
          />
        ) : (
          // A value that only another host uses.
          account.activation_status
        )}
      </SettingRow>
      <SettingRow name={labels.charges}>
        {account.charges_enabled ? labels.chargesOn : <strong>{labels.chargesOff}</strong>}
      </SettingRow>
      {account.test_mode === null ? null : (
        <SettingRow name={labels.mode}>{account.test_mode ? labels.testMode : labels.liveMode}</SettingRow>
      )}
    </Rows>
  )
}

const icons = {
  neutral: Clock,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: TriangleAlert,
  muted: CircleSlash,
} as const satisfies Partial<Record<Tone, unknown>>

function State({ tone, name, meaning }: { tone: keyof typeof icons; name: string; meaning: string }) {
  const Icon = icons[tone]
  return (
    <>
      <Badge tone={tone} icon={<Icon aria-hidden />}>
        {name}
      </Badge>
      <p className="mt-1 text-muted text-sm">{meaning}</p>
    </>
  )
}

/** Renders a time zone by its city, as every screen does, and by its IANA name. */
function Zone({ zone }: { zone: string }) {
  const city = zoneCity(zone)
  return (
    <Dotted>
      <span>{city}</span>
      {city === zone ? null : <span className="self-baseline text-muted text-sm">{zone}</span>}
    </Dotted>
  )
}
