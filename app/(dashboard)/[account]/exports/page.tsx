import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { guardedPage, withReads } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { ExportsScreen } from '@/components/exports/exports-screen'
import { PageHeader } from '@/components/page/page-header'
import { FILES_KEPT_MAX, FILES_KEPT_MB } from '@/lib/dashboard/schema/export'
import { exports } from '@/lib/messages/exports'

type Props = { params: Promise<{ account: string }> }

export default guardedPage('payments.export', async ({ params }: Props) => {
  const { account } = await params
  return (
    <>
      <PageHeader title={exports.title} lead={exports.lead(FILES_KEPT_MAX, FILES_KEPT_MB)} />
      {await withReads(await accountPage(account), [read(account, 'exports/list', {})], <ExportsScreen />)}
    </>
  )
})
