import { cardName } from '@/components/customers/card-name'
import { redactedName, summaryOf } from '@/components/detail/support-summary'
import { zonedTime } from '@/components/time/format-time'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { maskedEmail, maskedPhone } from '@/lib/domain/masks'
import { customerDetail } from '@/lib/messages/customer-detail'
import { times } from '@/lib/messages/times'

const copy = customerDetail.summary

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
    [copy.customer, id],
    [copy.name, redactedName(name)],
    [customerDetail.phone, phone && maskedPhone(phone)],
    [customerDetail.email, email && maskedEmail(email)],
    [copy.status, status],
    [copy.card, card && `${cardName(card)} ${card.expiry ?? ''} (${card_state})`],
    [copy.reference, external_ref],
    [copy.created, exact(created_at)],
    [copy.lastPayment, newest && `${newest.id} ${newest.status} ${exact(newest.created_at)}`],
  ])
}
