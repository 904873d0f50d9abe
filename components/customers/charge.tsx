'use client'

import { useState } from 'react'
import { ChargeDialog } from '@/components/charges/charge-dialog'
import { begun, type FeeSchedule, PARAM } from '@/components/charges/face'
import { useCan } from '@/components/data/member'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import { charges } from '@/lib/messages/charges'
import { common } from '@/lib/messages/common'
import { customerDetail as copy } from '@/lib/messages/customer-detail'
import { useChangeStatus } from './use-update-customer'

type Props = {
  customer: ShownCustomer
  /** Form or charge that the address shows. */
  shown: string
  fees: FeeSchedule | null
  openCase: string | null
}

/** Renders the charge of the address. An archived customer is restored before a new one. */
export function CustomerCharge({ customer, shown, ...charge }: Props) {
  const change = useChangeStatus(customer)
  const mayRestore = useCan('customers.write')
  const [busy, setBusy] = useState(false)
  async function restore() {
    setBusy(true)
    await change('ACTIVE')
    setBusy(false)
  }
  const isNew = Object.values(begun).some((form) => form === shown)
  if (customer.status === 'ACTIVE' || !isNew) return <ChargeDialog customer={customer} {...charge} />
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      title={charges.title(customer.name)}
      description={copy.archivedSentence}
      footer={
        <>
          <Button onClick={close}>{common.cancel}</Button>
          {mayRestore ? (
            <Button variant="primary" busy={busy} onClick={restore}>
              {copy.restore}
            </Button>
          ) : null}
        </>
      }
    />
  )
}

function close(): void {
  const url = new URL(location.href)
  url.searchParams.delete(PARAM)
  window.history.replaceState(null, '', url)
}
