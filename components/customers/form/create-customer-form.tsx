'use client'

import { useRef } from 'react'
import { randomUuid } from '@/components/random/random-uuid'
import type { CreateCustomerBody } from '@/lib/contract/customer'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { customers } from '@/lib/messages/customers'
import { draftOf, newCustomerBody } from './customer-draft'
import { CustomerForm } from './customer-form'

const copy = customers.form

type Props = {
  /** The phone that the form begins with. */
  phone: string
  /** The member at a connection: a form of another account does not replace this one's. */
  owner: string
  create: (input: CreateCustomerBody & { form_token: string }) => Promise<ActionResult<{ id: string }>>
}

/** A new customer. The same form never creates two. */
export function CreateCustomerForm({ phone, owner, create }: Props) {
  // After a reload the phone, which is unique, stands in for it.
  const token = useRef<string | null>(null)
  return (
    <CustomerForm
      begin={draftOf(null, phone)}
      texts={{
        submit: copy.submit,
        failed: copy.failed,
        unknownTitle: copy.unknownTitle,
        unknown: copy.unknown,
      }}
      saveAs={`new-customer-draft:${owner}:${phone}`}
      backHref="/customers"
      send={(draft) => {
        token.current ??= randomUuid()
        return create({ ...newCustomerBody(draft), form_token: token.current }).catch(() => null)
      }}
    />
  )
}
