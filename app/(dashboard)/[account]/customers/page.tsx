import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { removeViewAction, saveViewAction } from '@/app/(dashboard)/[account]/views/actions'
import { customersHref } from '@/components/customers/customers-href'
import { CustomersScreen } from '@/components/customers/list/customers-screen'
import { SignUpButton } from '@/components/customers/list/sign-up-button'
import { customersQuery } from '@/components/customers/queries'
import { SavedViewsProvider } from '@/components/list/saved-views/saved-views'
import { PageHeader } from '@/components/shell/frame/page-header'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Button } from '@/components/ui/button'
import { listCustomers } from '@/lib/dashboard/customers/list-customers'
import { listViews } from '@/lib/dashboard/saved-views/save-view'
import { customerFilterSchema } from '@/lib/dashboard/schema/customer'
import { readFilter } from '@/lib/dashboard/schema/list'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { customers } from '@/lib/messages/customers'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function CustomersPage({ params, searchParams }: Props) {
  const { account } = await params
  const { role, ctx } = await accountPage(account)
  const filter = readFilter(customerFilterSchema, await searchParams)
  const client = new QueryClient()
  const { queryKey } = customersQuery(account, filter)
  const [views] = await Promise.all([
    listViews(ctx, 'customers'),
    client.prefetchQuery({
      ...customersQuery(account, filter),
      queryFn: () => listCustomers(ctx, filter, { role }),
    }),
  ])
  const findsNothing = filter.q !== undefined && client.getQueryData(queryKey)?.data.length === 0
  const mayCreate = can(role, 'customers.write')
  const { name, currency, sign_up_url: signUpUrl } = ctx.account
  return (
    <>
      <PageHeader
        title={customers.title}
        action={
          <div className="flex flex-wrap gap-2 empty:hidden">
            {signUpUrl && /^https?:\/\//.test(signUpUrl) ? (
              <SignUpButton url={signUpUrl} merchantName={name} />
            ) : null}
            {mayCreate ? (
              // The plus in the bar replaces this button on phones.
              <Button
                asChild
                variant="primary"
                className="max-md:hidden"
                icon={<Plus aria-hidden className="size-4" />}
              >
                <PageLink href="/customers/new">{customers.create}</PageLink>
              </Button>
            ) : null}
          </div>
        }
      />
      <HydrationBoundary state={dehydrate(client)}>
        <SavedViewsProvider
          list="customers"
          href={customersHref(filter)}
          views={views}
          isWorthKeeping={!findsNothing}
          save={saveViewAction.bind(null, account)}
          remove={removeViewAction.bind(null, account)}
        >
          <CustomersScreen
            filter={filter}
            currency={currency}
            mayCreate={mayCreate}
            mayExport={can(role, 'customers.export')}
          />
        </SavedViewsProvider>
      </HydrationBoundary>
    </>
  )
}
