'use client'

import { useQueryClient } from '@tanstack/react-query'
import { customerHref } from '@/components/customers/customers-href'
import { useAccount } from '@/components/shell/use-account'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import { customers } from '@/lib/messages/customers'
import { type CustomerChanges, changesOf, draftOf } from './customer-draft'
import { CustomerForm } from './customer-form'

const copy = customers.form

type Props = {
  customer: ShownCustomer
  update: (input: { id: string } & CustomerChanges) => Promise<ActionResult<{ id: string }>>
}

/** A customer's name, phone, e-mail and notes; only what was changed is sent. */
export function EditCustomerForm({ customer, update }: Props) {
  const client = useQueryClient()
  const account = useAccount()
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
        const result = await update({ id, ...changes }).catch(() => null)
        await client.invalidateQueries({ queryKey: [account, 'customers'] })
        return result
      }}
    />
  )
}
