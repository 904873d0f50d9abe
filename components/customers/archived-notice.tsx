'use client'

import { useState } from 'react'
import { PARAM } from '@/components/charges/face'
import { useCan } from '@/components/data/member'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import { charges } from '@/lib/messages/charges'
import { common } from '@/lib/messages/common'
import { customerDetail as copy } from '@/lib/messages/customer-detail'
import { useChangeStatus } from './use-update-customer'

/**
 * Renders a notice instead of the form of a charge while the customer is archived. Restoring the customer opens the form.
 */
export function ArchivedNotice({ customer }: { customer: ShownCustomer }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      title={charges.title(customer.name)}
      description={copy.archivedSentence}
      footer={
        <>
          <Button onClick={close}>{common.cancel}</Button>
          {useCan('customers.write') ? <Restore customer={customer} /> : null}
        </>
      }
    />
  )
}

function Restore({ customer }: { customer: ShownCustomer }) {
  const change = useChangeStatus(customer)
  const [busy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    await change('ACTIVE')
    setBusy(false)
  }
  return (
    <Button variant="primary" busy={busy} onClick={press}>
      {copy.restore}
    </Button>
  )
}

function close(): void {
  const url = new URL(location.href)
  url.searchParams.delete(PARAM)
  window.history.replaceState(null, '', url)
}
