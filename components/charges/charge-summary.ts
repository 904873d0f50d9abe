import { summaryOf } from '@/components/detail/support-summary'
import { zonedTime } from '@/components/time/format-time'
import type { ShownCharge } from '@/lib/dashboard/schema/charge'
import { formatMajor } from '@/lib/domain/money'
import { charges } from '@/lib/messages/charges'
import { times } from '@/lib/messages/times'

const copy = charges.support

/** Returns a charge as a text for support: ids, state and the time in both zones, without personal data. */
export function chargeSummary(charge: ShownCharge, timeZone: string): string {
  const at = charge.sent_at ?? charge.created_at
  return summaryOf([
    [copy.charge, charge.id],
    [copy.state, `${charges.state[charge.state]} (${charge.state})`],
    [copy.decline, charge.decline?.code],
    [copy.problem, charge.problem && `${charge.problem.status} ${charge.problem.code}`],
    [copy.amount, `${formatMajor(charge.amount, charge.currency)} ${charge.currency}`],
    [copy.created, times.exact(zonedTime(at, timeZone), at)],
    [copy.customer, charge.customer_id],
    [copy.payment, charge.payment_id],
    [copy.link, charge.link_id],
    [copy.request, charge.request_id],
  ])
}
