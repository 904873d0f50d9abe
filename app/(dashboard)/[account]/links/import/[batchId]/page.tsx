import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { resumeBatchAction, stopBatchAction } from '@/app/(dashboard)/[account]/links/import/actions'
import { LinkImportScreen } from '@/components/links/import/link-import-screen'
import { linkImportQuery } from '@/components/links/queries'
import { PageHeader } from '@/components/shell/frame/page-header'
import { getBatch } from '@/lib/dashboard/link-batches/get-batch'
import { Refusal } from '@/lib/dashboard/refusal'
import { can } from '@/lib/dashboard/team/role-permissions'
import { linkBatches } from '@/lib/messages/link-batches'
import { links } from '@/lib/messages/links'

type Props = { params: Promise<{ account: string; batchId: string }> }

export default async function BatchPage({ params }: Props) {
  const { account, batchId: id } = await params
  const { role, ctx } = await accountPage(account)
  const client = new QueryClient()
  try {
    await client.fetchQuery({ ...linkImportQuery(account, id), queryFn: () => getBatch(ctx, id) })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'resource_not_found') notFound()
    throw error
  }
  const may = can(role, 'links.create')
  return (
    <>
      <PageHeader back={{ href: '/links', label: links.title }} title={linkBatches.progress.title} />
      <HydrationBoundary state={dehydrate(client)}>
        <LinkImportScreen
          id={id}
          currency={ctx.account.currency}
          stop={may ? stopBatchAction.bind(null, account) : null}
          resume={may ? resumeBatchAction.bind(null, account) : null}
        />
      </HydrationBoundary>
    </>
  )
}
