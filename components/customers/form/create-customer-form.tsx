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
  /** Initial phone of the form. */
  phone: string
  /** Member and connection; the saved form of another account is not restored. */
  owner: string
  create: (input: CreateCustomerBody & { form_token: string }) => Promise<ActionResult<{ id: string }>>
}

/** Renders the form of a new customer. One form never creates two. */
export function CreateCustomerForm({ phone, owner, create }: Props) {
  // The token is lost by a reload, after which the unique phone still prevents a duplicate.
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
