'use client'

import { Plus, UserPlus } from 'lucide-react'
import { newCustomerHref } from '@/components/customers/customers-href'
import { read, useRead } from '@/components/data/read'
import { ListScreen } from '@/components/list/list-screen'
import { useTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Button } from '@/components/ui/button'
import { customerStatuses } from '@/lib/contract/states'
import type { CustomerFilter } from '@/lib/dashboard/schema/customer'
import { customers } from '@/lib/messages/customers'
import { customerColumns, customerRow } from './customer-columns'
import { customerFilters } from './customer-filters'

type Props = { filter: CustomerFilter; currency: string; mayCreate: boolean; mayExport: boolean }

/** Renders the customers list. A search for an unknown phone offers the form of a new customer. */
export function CustomersScreen({ filter, currency, mayCreate, mayExport }: Props) {
  const { timeZone } = useLocale()
  const account = useAccount()
  const query = useRead('customers/list', filter)
  const totals = useTotals(query.data, read(account, 'customers/totals', filter))
  const newPhone = mayCreate ? query.data?.newPhone : null
  return (
    <div className="flex flex-col gap-3">
      <ListScreen
        path="/customers"
        views="customers"
        filter={filter}
        query={query}
        totals={totals}
        statuses={customerStatuses}
        tabTitles={customers.meaning}
        columns={customerColumns(timeZone, currency)}
        rowProps={customerRow}
        filters={customerFilters}
        messages={customers}
        sumLabel={null}
        exportPath={mayExport ? '/exports/customers/export' : null}
        emptyAction={
          mayCreate ? (
            <Button asChild variant="primary" icon={<Plus aria-hidden className="size-4" />}>
              <PageLink href="/customers/new">{customers.create}</PageLink>
            </Button>
          ) : undefined
        }
        hasTitleButton
      />
      {newPhone ? (
        <Button asChild icon={<UserPlus aria-hidden className="size-4" />} className="self-center">
          <PageLink href={newCustomerHref(newPhone)}>{customers.createWith(newPhone)}</PageLink>
        </Button>
      ) : null}
    </div>
  )
}
