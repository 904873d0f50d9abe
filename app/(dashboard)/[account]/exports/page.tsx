import { memberPage, withReads } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { ExportsScreen } from '@/components/exports/exports-screen'
import { PageHeader } from '@/components/page/page-header'
import { FILES_KEPT_MAX, FILES_KEPT_MB } from '@/lib/dashboard/exports/export-jobs'

export default memberPage('payments.export', async ({ member, account, t }) => {
  return (
    <>
      <PageHeader
        title={t('exports.title')}
        lead={t('export-list.lead', { files: FILES_KEPT_MAX, megabytes: FILES_KEPT_MB })}
      />
      {await withReads(member, [read(account, 'exports/list', {})], <ExportsScreen />)}
    </>
  )
})
