import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { RefreshEvery } from '@/components/data/refresh-every'
import { LinkImportForm } from '@/components/links/import/link-import-form'
import { LinkImportsList } from '@/components/links/import/link-imports-list'
import { PageHeader } from '@/components/shell/frame/page-header'
import { EmptyState } from '@/components/ui/empty-state'
import { listBatches } from '@/lib/dashboard/link-batches/get-batch'
import { BATCH_ROWS_MAX } from '@/lib/dashboard/link-batches/start-batch'
import { isGoing } from '@/lib/dashboard/schema/link-import'
import { can } from '@/lib/dashboard/team/role-permissions'
import { common } from '@/lib/messages/common'
import { linkBatches } from '@/lib/messages/link-batches'
import { links } from '@/lib/messages/links'
import { startBatchAction } from './actions'

const POLL_MS = 2_000

type Props = { params: Promise<{ account: string }> }

export default async function ImportPage({ params }: Props) {
  const { account } = await params
  const { role, ctx } = await accountPage(account)
  const batches = await listBatches(ctx)
  return (
    <>
      <PageHeader
        back={{ href: '/links', label: links.title }}
        title={linkBatches.title}
        lead={linkBatches.lead}
      />
      <div className="flex flex-col gap-6">
        {can(role, 'links.create') ? (
          <LinkImportForm
            currency={ctx.account.currency}
            rowsMax={BATCH_ROWS_MAX}
            owner={`${ctx.userId}:${ctx.connectionId}`}
            start={startBatchAction.bind(null, account)}
          />
        ) : (
          <EmptyState kind="forbidden" title={common.forbiddenTitle}>
            {common.forbiddenHint}
          </EmptyState>
        )}
        {batches.length > 0 ? <LinkImportsList batches={batches} /> : null}
        {batches.some(isGoing) ? <RefreshEvery ms={POLL_MS} /> : null}
      </div>
    </>
  )
}
