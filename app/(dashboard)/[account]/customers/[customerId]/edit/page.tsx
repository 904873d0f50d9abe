import { notFound } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { EditCustomerForm } from '@/components/customers/form'
import { PageHeader } from '@/components/page/page-header'
import { EmptyState } from '@/components/ui/empty-state'
import { getCustomer } from '@/lib/dashboard/customers/get-customer'
import { Refusal } from '@/lib/dashboard/refusal'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { common } from '@/lib/messages/common'
import { customers } from '@/lib/messages/customers'

type Props = { params: Promise<{ account: string; customerId: string }> }

export default async function EditCustomerPage({ params }: Props) {
  const { account, customerId: id } = await params
  const { role, ctx } = await accountPage(account)
  const customer = await getCustomer(ctx, id, { role, from: 'mirror' }).then(
    (detail) => detail.customer,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'resource_not_found') return null
      throw error
    },
  )
  if (!customer) notFound()
  return (
    <>
      <PageHeader
        back={{ href: `/customers/${encodeURIComponent(id)}`, label: customer.name }}
        title={customers.form.editTitle}
      />
      {can(role, 'customers.write') ? (
        <EditCustomerForm customer={customer} />
      ) : (
        <EmptyState kind="forbidden" title={common.forbiddenTitle}>
          {common.forbiddenHint}
        </EmptyState>
      )}
    </>
  )
}
