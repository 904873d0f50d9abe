import { Plus } from 'lucide-react'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { CustomersScreen } from '@/components/customers/list/customers-screen'
import { SignUpButton } from '@/components/customers/list/sign-up-button'
import { read } from '@/components/data/read'
import { PageHeader } from '@/components/shell/frame/page-header'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Button } from '@/components/ui/button'
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
  const member = await accountPage(account)
  const { role, ctx } = member
  const filter = readFilter(customerFilterSchema, await searchParams)
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
      {
        await withReads(
          member,
          [read(account, 'customers/list', filter), read(account, 'views/list', { list: 'customers' })],
          <CustomersScreen
            filter={filter}
            currency={currency}
            mayCreate={mayCreate}
            mayExport={can(role, 'customers.export')}
          />,
        )
      }
    </>
  )
}
