'use client'

import { useQueryClient } from '@tanstack/react-query'
import { customerHref } from '@/components/customers/customers-href'
import type { UpdateCustomerAction } from '@/components/customers/detail/customer-actions'
import { useUpdateCustomer } from '@/components/customers/detail/use-update-customer'
import { useAccount } from '@/components/shell/navigation/use-account'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import { customers } from '@/lib/messages/customers'
import { changesOf, draftOf } from './customer-draft'
import { CustomerForm } from './customer-form'

const copy = customers.form

type Props = { customer: ShownCustomer; update: UpdateCustomerAction }

/** Renders the form of a customer's name, phone, e-mail and notes. Only changed fields are sent. */
export function EditCustomerForm({ customer, update }: Props) {
  const client = useQueryClient()
  const account = useAccount()
  const save = useUpdateCustomer(update)
  const { id } = customer
  return (
    <CustomerForm
      begin={draftOf(customer, '')}
      changes={id}
      texts={{
        submit: copy.save,
        failed: copy.saveFailed,
        unknownTitle: copy.saveUnknownTitle,
        unknown: copy.saveUnknown,
      }}
      backHref={customerHref(customer)}
      send={async (draft) => {
        const changes = changesOf(draft, customer)
        if (Object.keys(changes).length === 0) return { ok: true, data: { id } }
        const result = await save({ id, ...changes })
        void client.invalidateQueries({ queryKey: [account, 'customers', 'list'] })
        return result
      }}
    />
  )
}
