import { Property, PropertyList } from '@/components/ui/property-list'
import { settings } from '@/lib/messages/settings'
import { Panel, SettingsSection } from './settings-section'

const words = settings.you

type Props = { name: string; email: string; team: string; role: string }

/** Who is signed in. */
export function YouSection({ name, email, team, role }: Props) {
  return (
    <SettingsSection id="you" title={words.title} lead={words.lead}>
      <Panel className="px-4 py-1.5 sm:px-5">
        <PropertyList>
          <Property name={words.name}>
            <bdi>{name}</bdi>
          </Property>
          <Property name={words.email}>
            <span className="wrap-anywhere">{email}</span>
          </Property>
          <Property name={words.team}>
            <bdi>{team}</bdi>
          </Property>
          <Property name={words.role}>{role}</Property>
        </PropertyList>
      </Panel>
    </SettingsSection>
  )
}
