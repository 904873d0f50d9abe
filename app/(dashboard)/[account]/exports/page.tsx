import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { ExportsScreen } from '@/components/exports/exports-screen'
import { PageHeader } from '@/components/page/page-header'
import { EmptyState } from '@/components/ui/empty-state'
import { kindsOf } from '@/lib/dashboard/exports/export-jobs'
import { FILES_KEPT_MAX, FILES_KEPT_MB } from '@/lib/dashboard/schema/export'
import { common } from '@/lib/messages/common'
import { exports } from '@/lib/messages/exports'

type Props = { params: Promise<{ account: string }> }

export default async function ExportsPage({ params }: Props) {
  const { account } = await params
  const member = await accountPage(account)
  if (kindsOf(member.role).length === 0) {
    return (
      <>
        <PageHeader title={exports.title} />
        <EmptyState kind="forbidden" title={common.forbiddenTitle}>
          {common.forbiddenHint}
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader title={exports.title} lead={exports.lead(FILES_KEPT_MAX, FILES_KEPT_MB)} />
      {await withReads(member, [read(account, 'exports/list', {})], <ExportsScreen />)}
    </>
  )
}
