import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react'
import { ShortId } from '@/components/data/short-id'
import { zoneCity } from '@/components/time/format-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Dotted } from '@/components/ui/dotted'
import { type AccountStatus, accountStatuses } from '@/lib/contract/states'
import type { ShownAccount } from '@/lib/dashboard/schema/mirror'
import { settings } from '@/lib/messages/settings'
import { SettingRow, SettingRows } from './setting-row'
import { Panel, SettingsSection } from './settings-section'

const words = settings.account

const statusLooks = {
  TRIAL: { tone: 'neutral', Icon: CircleCheck },
  ACTIVE: { tone: 'success', Icon: CircleCheck },
  SUSPENDED: { tone: 'warning', Icon: TriangleAlert },
  CLOSED: { tone: 'muted', Icon: CircleSlash },
} as const satisfies Record<AccountStatus, { tone: Tone; Icon: unknown }>

/** The account as the service last told it. */
export function AccountSection({ account }: { account: ShownAccount }) {
  const mode =
    account.test_mode === null ? words.modeUnknown : account.test_mode ? words.testMode : words.liveMode
  return (
    <SettingsSection id="account" title={words.title} lead={words.lead}>
      <Panel className="px-4 py-1.5 sm:px-5">
        <SettingRows>
          <SettingRow name={words.name}>
            <bdi className="font-medium">{account.name}</bdi>
          </SettingRow>
          <SettingRow name={words.id}>
            <ShortId id={account.id} name={words.id} />
          </SettingRow>
          <SettingRow name={words.status}>
            <Status status={account.status} />
          </SettingRow>
          <SettingRow name={words.charges}>
            {account.charges_enabled ? words.chargesOn : <strong>{words.chargesOff}</strong>}
          </SettingRow>
          <SettingRow name={words.mode}>{mode}</SettingRow>
          <SettingRow name={words.currency}>{account.currency}</SettingRow>
          <SettingRow name={words.timeZone}>
            <Zone zone={account.timezone} />
            <p className="text-muted text-sm">{words.timeZoneHint}</p>
          </SettingRow>
        </SettingRows>
      </Panel>
    </SettingsSection>
  )
}

/** Called as everywhere else, by its city, and beside that by its name at the service. */
function Zone({ zone }: { zone: string }) {
  const city = zoneCity(zone)
  return (
    <Dotted>
      <span>{city}</span>
      {city === zone ? null : <span className="self-baseline text-muted text-sm">{zone}</span>}
    </Dotted>
  )
}

/** A status that this catalogue does not know is shown as it came. */
function Status({ status }: { status: string }) {
  const known = accountStatuses.find((candidate) => candidate === status)
  if (!known) return status
  const { tone, Icon } = statusLooks[known]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {settings.accountStatuses[known]}
    </Badge>
  )
}
