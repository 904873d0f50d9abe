import { Archive, ArchiveRestore, Ellipsis, LifeBuoy, Pencil } from 'lucide-react'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { writeClipboard } from '@/components/ui/write-clipboard'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import { common } from '@/lib/messages/common'
import { customerDetail as copy } from '@/lib/messages/customer-detail'
import type { UpdateCustomerAction } from './customer-actions'
import { useChangeStatus } from './use-change-status'

const iconClasses = 'size-4 text-muted'

type Props = {
  customer: ShownCustomer
  mayWrite: boolean
  update: UpdateCustomerAction
  /** Text that `Copy for support` copies. */
  summary: string
}

/** Renders the menu of a customer's secondary actions. */
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
