import { FormSkeleton } from '@/components/shell/page-skeletons'
import { settings } from '@/lib/messages/settings'

export default function ConnectLoading() {
  return (
    <FormSkeleton
      title={settings.connect.title}
      lead={settings.connect.lead}
      back={{ href: '/settings', label: settings.title }}
    />
  )
}
