import { SectionsSkeleton } from '@/components/settings/sections-skeleton'
import { settings } from '@/lib/messages/settings'

const sections = [
  { ...settings.account, id: 'account', lines: 7, hinted: true },
  { ...settings.payouts, id: 'payouts', lines: 1 },
  { ...settings.connections, id: 'connections', lines: 3 },
]

export default function SettingsLoading() {
  return <SectionsSkeleton title={settings.title} lead={settings.lead} sections={sections} />
}
