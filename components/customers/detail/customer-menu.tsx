import { Archive, ArchiveRestore, Ellipsis, LifeBuoy, Pencil } from 'lucide-react'
import { cardName } from '@/components/customers/face'
import { useCan } from '@/components/data/member'
import { redactedName, summaryOf } from '@/components/detail/support-summary'
import { PageLink } from '@/components/navigation/page-link'
import { zonedTime } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { writeClipboard } from '@/components/ui/copy-button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { maskedEmail, maskedPhone } from '@/lib/domain/masks'
import { common } from '@/lib/messages/common'
import { customerDetail } from '@/lib/messages/customer-detail'
import { times } from '@/lib/messages/times'
import { useChangeStatus } from './use-update-customer'

const iconClasses = 'size-4 text-muted'

type Props = {
  customer: ShownCustomer
  /** Text that `Copy for support` copies. */
  summary: string
}

/** Renders the menu of a customer's secondary actions. */
export function CustomerMenu({ customer, summary }: Props) {
  const mayWrite = useCan('customers.write')
  const toast = useToast()
  const changeStatus = useChangeStatus(customer)
  const isArchived = customer.status === 'ARCHIVED'
  const Icon = isArchived ? ArchiveRestore : Archive

  async function copySummary() {
    const ok = await writeClipboard(summary)
    toast(ok ? { message: customerDetail.supportCopied } : { tone: 'danger', message: common.copyFailed })
  }

  return (
    <Menu
      trigger={
        <Button
          aria-label={customerDetail.more}
          title={customerDetail.more}
          className="min-w-9 px-0 pointer-coarse:min-w-11"
        >
          <Ellipsis aria-hidden className="size-4" />
        </Button>
      }
    >
      {mayWrite ? (
        <MenuItem asChild>
          <PageLink href={`/customers/${encodeURIComponent(customer.id)}/edit`}>
            <Pencil aria-hidden className={iconClasses} />
            {customerDetail.edit}
          </PageLink>
        </MenuItem>
      ) : null}
      <MenuItem icon={<LifeBuoy aria-hidden className={iconClasses} />} onSelect={() => void copySummary()}>
        {customerDetail.support}
      </MenuItem>
      {mayWrite ? (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<Icon aria-hidden className={iconClasses} />}
            onSelect={() => void changeStatus(isArchived ? 'ACTIVE' : 'ARCHIVED')}
          >
            {isArchived ? customerDetail.restore : customerDetail.archive}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}

const summaryCopy = customerDetail.summary

type Newest = Pick<ShownPayment, 'id' | 'status' | 'created_at'>

/** Returns a customer as a text for support: ids, states and times in both zones, without personal data. */
export function customerSummary(
  customer: ShownCustomer,
  newest: Newest | undefined,
  timeZone: string,
): string {
  const { id, name, phone, email, status, card, card_state, external_ref, created_at } = customer
  const exact = (iso: string) => times.exact(zonedTime(iso, timeZone), iso)
  return summaryOf([
    [summaryCopy.customer, id],
    [summaryCopy.name, redactedName(name)],
    [customerDetail.phone, phone && maskedPhone(phone)],
    [customerDetail.email, email && maskedEmail(email)],
    [summaryCopy.status, status],
    [summaryCopy.card, card && `${cardName(card)} ${card.expiry ?? ''} (${card_state})`],
    [summaryCopy.reference, external_ref],
    [summaryCopy.created, exact(created_at)],
    [summaryCopy.lastPayment, newest && `${newest.id} ${newest.status} ${exact(newest.created_at)}`],
  ])
}
