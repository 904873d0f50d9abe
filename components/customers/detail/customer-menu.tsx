import { Archive, ArchiveRestore, Ellipsis, LifeBuoy, Pencil } from 'lucide-react'
import { useRef } from 'react'
import { failedAct } from '@/components/data/failed-act'
import { PageLink } from '@/components/shell/page-link'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { writeClipboard } from '@/components/ui/write-clipboard'
import type { CustomerStatus } from '@/lib/contract/states'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import { common } from '@/lib/messages/common'
import { customerDetail as copy } from '@/lib/messages/customer-detail'
import type { UpdateCustomerAct } from './customer-actions'
import { useUpdateCustomer } from './use-update-customer'

const iconClasses = 'size-4 text-muted'

type Props = {
  customer: ShownCustomer
  mayWrite: boolean
  update: UpdateCustomerAct
  /** Text that `Copy for support` copies. */
  summary: string
}

/** Actions on a customer beside the primary one. */
export function CustomerMenu({ customer, mayWrite, update, summary }: Props) {
  const toast = useToast()
  const changeStatus = useChangeStatus(customer, update)
  const isArchived = customer.status === 'ARCHIVED'
  const Icon = isArchived ? ArchiveRestore : Archive

  async function copySummary() {
    const ok = await writeClipboard(summary)
    toast(ok ? { message: copy.supportCopied } : { tone: 'danger', message: common.copyFailed })
  }

  return (
    <Menu
      trigger={
        <Button aria-label={copy.more} title={copy.more} className="min-w-9 px-0 pointer-coarse:min-w-11">
          <Ellipsis aria-hidden className="size-4" />
        </Button>
      }
    >
      {mayWrite ? (
        <MenuItem asChild>
          <PageLink href={`/customers/${encodeURIComponent(customer.id)}/edit`}>
            <Pencil aria-hidden className={iconClasses} />
            {copy.edit}
          </PageLink>
        </MenuItem>
      ) : null}
      <MenuItem icon={<LifeBuoy aria-hidden className={iconClasses} />} onSelect={() => void copySummary()}>
        {copy.support}
      </MenuItem>
      {mayWrite ? (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<Icon aria-hidden className={iconClasses} />}
            onSelect={() => void changeStatus(isArchived ? 'ACTIVE' : 'ARCHIVED')}
          >
            {isArchived ? copy.restore : copy.archive}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}

/** Archives or restores at once, without a question: the toast takes an archive back. */
function useChangeStatus({ id, name }: ShownCustomer, update: UpdateCustomerAct) {
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
      return toast({ about, ...failedAct(result, { what: copy.notChanged[status], retry }) })
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
