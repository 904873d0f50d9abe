import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { CreateCustomerForm } from '@/components/customers/form'
import { PageHeader } from '@/components/page/page-header'
import { EmptyState } from '@/components/ui/empty-state'
import { PHONE_TEXT_MAX } from '@/lib/contract/limits'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { phoneFromQuery } from '@/lib/domain/phone'
import { common } from '@/lib/messages/common'
import { customers } from '@/lib/messages/customers'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Creates a customer; `?phone=` fills in a searched phone. */
export default async function NewCustomerPage({ params, searchParams }: Props) {
  const { account } = await params
  const { role } = await accountPage(account)
  const { phone } = await searchParams
  const begun = typeof phone === 'string' ? phoneFromQuery(phone).slice(0, PHONE_TEXT_MAX) : ''
  return (
    <>
      <PageHeader
        back={{ href: '/customers', label: customers.title }}
        title={customers.form.title}
        lead={customers.form.lead}
      />
      {can(role, 'customers.write') ? (
        <CreateCustomerForm key={begun} phone={begun} />
      ) : (
        <EmptyState kind="forbidden" title={common.forbiddenTitle}>
          {common.forbiddenHint}
        </EmptyState>
      )}
    </>
  )
}
