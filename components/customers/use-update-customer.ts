import { useQueryClient } from '@tanstack/react-query'
import { updateCustomerAction } from '@/app/(dashboard)/[account]/customers/[customerId]/actions'
import { useAct } from '@/components/data/member'
import { read } from '@/components/data/read'
import { usePress } from '@/components/data/use-press'
import { useAccount } from '@/components/navigation/use-go'
import { useTexts } from '@/components/texts/texts-provider'
import { useToast } from '@/components/ui/toast'
import type { CustomerStatus } from '@/lib/contract/states'
import type { ShownCustomer } from '@/lib/dashboard/customers/shown-customer'
import type { ReadData } from '@/lib/reads'

/**
 * Returns an update that puts its response on the customer's page at once. It resolves to null if no response arrived.
 */
export function useUpdateCustomer() {
  const update = useAct(updateCustomerAction)
  const client = useQueryClient()
  const account = useAccount()
  return async (input: Parameters<typeof update>[0]) => {
    const result = await update(input)
    const { queryKey } = read(account, 'customers/detail', { id: input.id })
    if (result?.ok)
      client.setQueryData<ReadData<'customers/detail'>>(
        queryKey,
        (known) => known && { ...known, customer: result.data },
      )
    // The refetch adds the act to the page's history.
    void client.invalidateQueries({ queryKey })
    return result
  }
}

/** Returns an action, and whether it is running, that archives or restores at once, without a confirmation. The toast offers to undo an archive. */
export function useChangeStatus({ id, name }: ShownCustomer) {
  const t = useTexts()
  const toast = useToast()
  const send = useUpdateCustomer()
  const { busy, press } = usePress()

  async function change(status: CustomerStatus): Promise<void> {
    if (busy) return
    const about = `customer-status:${id}`
    const what = t(`customer-detail.notChanged.${status}`)
    const failed = { about, what, retry: () => void change(status) }
    if (!(await press(() => send({ id, status }), failed))) return
    const undo = { label: t('customer-detail.undo'), onSelect: () => void change('ACTIVE') }
    toast({
      about,
      message: t(`customer-detail.changed.${status}`, { name }),
      ...(status === 'ARCHIVED' ? { action: undo } : {}),
    })
  }
  return { busy, change }
}
