import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import {
  resumeLinkImportAction,
  stopLinkImportAction,
} from '@/app/(dashboard)/[account]/links/import/actions'
import { LinkImportScreen } from '@/components/links/import/link-import-screen'
import { linkImportQuery } from '@/components/links/queries'
import { PageHeader } from '@/components/shell/frame/page-header'
import { getLinkImport } from '@/lib/dashboard/link-imports/get-link-import'
import { Refusal } from '@/lib/dashboard/refusal'
import { can } from '@/lib/dashboard/team/role-permissions'
import { linkImports } from '@/lib/messages/link-imports'
import { links } from '@/lib/messages/links'

type Props = { params: Promise<{ account: string; importId: string }> }

export default async function LinkImportPage({ params }: Props) {
  const { account, importId: id } = await params
  const { role, ctx } = await accountPage(account)
  const client = new QueryClient()
  try {
    await client.fetchQuery({ ...linkImportQuery(account, id), queryFn: () => getLinkImport(ctx, id) })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'resource_not_found') notFound()
    throw error
  }
  const may = can(role, 'links.create')
  return (
    <>
      <PageHeader back={{ href: '/links', label: links.title }} title={linkImports.progress.title} />
      <HydrationBoundary state={dehydrate(client)}>
        <LinkImportScreen
          id={id}
          currency={ctx.account.currency}
          stop={may ? stopLinkImportAction.bind(null, account) : null}
          resume={may ? resumeLinkImportAction.bind(null, account) : null}
        />
      </HydrationBoundary>
    </>
  )
}
