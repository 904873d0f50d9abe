import { useRef } from 'react'
import { failureToast } from '@/components/data/failure-toast'
import { useToast } from '@/components/ui/toast'
import type { CustomerStatus } from '@/lib/contract/states'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import { customerDetail as copy } from '@/lib/messages/customer-detail'
import type { UpdateCustomerAction } from './customer-actions'
import { useUpdateCustomer } from './use-update-customer'

/** Returns an action that archives or restores at once, without a confirmation. The toast offers to undo an archive. */
export function useChangeStatus({ id, name }: ShownCustomer, update: UpdateCustomerAction) {
  const toast = useToast()
  const send = useUpdateCustomer(update)
  const isSending = useRef(false)

  async function change(status: CustomerStatus): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    const result = await send({ id, status })
    isSending.current = false
    const about = `customer-status:${id}`
    if (!result?.ok) {
      const retry = () => void change(status)
      return toast({ about, ...failureToast(result, { what: copy.notChanged[status], retry }) })
    }
    const undo = { label: copy.undo, onSelect: () => void change('ACTIVE') }
    toast({
      about,
      message: copy.changed[status](name),
      ...(status === 'ARCHIVED' ? { action: undo } : {}),
    })
  }
  return change
}
