import { CardsSkeleton } from '@/components/shell/page-skeletons'
import { settings } from '@/lib/messages/settings'

export default function SettingsLoading() {
  return <CardsSkeleton title={settings.title} lead={settings.connectionLead} cards={[8, 4]} />
}
