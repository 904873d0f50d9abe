import { PageHeader } from '@/components/shell/page-header'
import { SkeletonRows } from '@/components/ui/skeleton'
import { audit } from '@/lib/messages/audit'
import { settings } from '@/lib/messages/settings'

const ROWS = 10

export default function AuditLoading() {
  return (
    <>
      <PageHeader back={{ href: '/settings', label: settings.title }} title={audit.title} lead={audit.lead} />
      <SkeletonRows rows={ROWS} label={audit.loading} />
    </>
  )
}
