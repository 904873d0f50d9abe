import { settings } from '@/lib/messages/settings'
import { SettingRow, SettingRows } from './setting-row'
import { Panel, SettingsSection } from './settings-section'

const copy = settings.you

type Props = { name: string; email: string; team: string; role: string }

/** Renders the signed-in user. */
export function YouSection({ name, email, team, role }: Props) {
  return (
    <SettingsSection id="you" title={copy.title} lead={copy.lead}>
      <Panel className="px-4 py-1.5 sm:px-5">
        <SettingRows>
          <SettingRow name={copy.name}>
            <bdi>{name}</bdi>
          </SettingRow>
          <SettingRow name={copy.email}>
            <span className="wrap-anywhere">{email}</span>
          </SettingRow>
          <SettingRow name={copy.team}>
            <bdi>{team}</bdi>
          </SettingRow>
          <SettingRow name={copy.role}>{role}</SettingRow>
        </SettingRows>
      </Panel>
    </SettingsSection>
  )
}
