import { notFound } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { changeLinkImportAction } from '@/app/(dashboard)/[account]/links/import/actions'
import { LinkImportScreen } from '@/components/links/import/link-import-screen'
import { PageHeader } from '@/components/page/page-header'
import { getLinkImport } from '@/lib/dashboard/link-imports/get-link-import'
import { Refusal } from '@/lib/dashboard/refusal'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { linkImports } from '@/lib/messages/link-imports'
import { links } from '@/lib/messages/links'

type Props = { params: Promise<{ account: string; importId: string }> }

export default async function LinkImportPage({ params }: Props) {
  const { account, importId } = await params
  const { role, ctx } = await accountPage(account)
  const detail = await getLinkImport(ctx, importId).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'resource_not_found') notFound()
    throw error
  })
  return (
    <>
      <PageHeader back={{ href: '/links', label: links.title }} title={linkImports.progress.title} />
      <LinkImportScreen
        {...detail}
        currency={ctx.account.currency}
        change={can(role, 'links.create') ? changeLinkImportAction.bind(null, account) : null}
      />
    </>
  )
}
