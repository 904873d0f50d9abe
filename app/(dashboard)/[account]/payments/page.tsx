import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { startExportAction } from '@/app/(dashboard)/[account]/exports/actions'
import { removeViewAction, saveViewAction } from '@/app/(dashboard)/[account]/views/actions'
import { SavedViewsProvider } from '@/components/list/saved-views/saved-views'
import { PaymentsScreen } from '@/components/payments/list/payments-screen'
import { paymentsHref } from '@/components/payments/payments-href'
import { paymentsQuery } from '@/components/payments/queries'
import { PageHeader } from '@/components/shell/frame/page-header'
import { linkTitle } from '@/lib/dashboard/payments/link-title'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { listViews } from '@/lib/dashboard/saved-views/save-view'
import { readFilter } from '@/lib/dashboard/schema/list'
import { paymentFilterSchema } from '@/lib/dashboard/schema/payment'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { payments } from '@/lib/messages/payments'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function PaymentsPage({ params, searchParams }: Props) {
  const { account } = await params
  const { role, ctx } = await accountPage(account)
  const filter = readFilter(paymentFilterSchema, await searchParams)
  const client = new QueryClient()
  const [views, titleOfLink] = await Promise.all([
    listViews(ctx, 'payments'),
    filter.link ? linkTitle(ctx, filter.link) : null,
    client.prefetchQuery({
      ...paymentsQuery(account, filter),
      queryFn: () => listPayments(ctx, filter, { role }),
    }),
  ])
  const { status: _, q, cursor: __, ...narrowing } = filter
  // An empty tab is easy to find again, and a search without results is not worth saving.
  const rows = client.getQueryData(paymentsQuery(account, filter).queryKey)?.data
  const findsNothing = rows?.length === 0 && (q !== undefined || Object.keys(narrowing).length === 0)
  return (
    <>
      <PageHeader title={payments.title} />
      <HydrationBoundary state={dehydrate(client)}>
        <SavedViewsProvider
          list="payments"
          href={paymentsHref(filter)}
          views={views}
          isWorthKeeping={!findsNothing}
          save={saveViewAction.bind(null, account)}
          remove={removeViewAction.bind(null, account)}
        >
          <PaymentsScreen
            filter={filter}
            currency={ctx.account.currency}
            linkTitle={titleOfLink}
            startExport={can(role, 'payments.export') ? startExportAction.bind(null, account) : null}
          />
        </SavedViewsProvider>
      </HydrationBoundary>
    </>
  )
}
