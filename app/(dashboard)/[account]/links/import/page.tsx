import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { RefreshEvery } from '@/components/data/refresh-every'
import { LinkImportForm } from '@/components/links/import/link-import-form'
import { LinkImportsList } from '@/components/links/import/link-import-screen'
import { PageHeader } from '@/components/page/page-header'
import { EmptyState } from '@/components/ui/empty-state'
import { listLinkImports } from '@/lib/dashboard/link-imports/get-link-import'
import { LINK_IMPORT_ROWS_MAX } from '@/lib/dashboard/link-imports/start-link-import'
import { isImportInProgress } from '@/lib/dashboard/schema/link-import'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { common } from '@/lib/messages/common'
import { linkImports } from '@/lib/messages/link-imports'
import { links } from '@/lib/messages/links'
import { startLinkImportAction } from './actions'

const POLL_MS = 2_000

type Props = { params: Promise<{ account: string }> }

export default async function ImportPage({ params }: Props) {
  const { account } = await params
  const { role, ctx } = await accountPage(account)
  const imports = await listLinkImports(ctx)
  return (
    <>
      <PageHeader
        back={{ href: '/links', label: links.title }}
        title={linkImports.title}
        lead={linkImports.lead}
      />
      <div className="flex flex-col gap-6">
        {can(role, 'links.create') ? (
          <LinkImportForm
            currency={ctx.account.currency}
            rowsMax={LINK_IMPORT_ROWS_MAX}
            owner={`${ctx.userId}:${ctx.connectionId}`}
            start={startLinkImportAction.bind(null, account)}
          />
        ) : (
          <EmptyState kind="forbidden" title={common.forbiddenTitle}>
            {common.forbiddenHint}
          </EmptyState>
        )}
        {imports.length > 0 ? <LinkImportsList imports={imports} /> : null}
        {imports.some(isImportInProgress) ? <RefreshEvery ms={POLL_MS} /> : null}
      </div>
    </>
  )
}
