import { summaryOf } from '@/components/detail/support-summary'
import { zonedTime } from '@/components/time/format-time'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { formatMajor } from '@/lib/domain/money'
import { links } from '@/lib/messages/links'
import { times } from '@/lib/messages/times'

const copy = links.support

/** Returns a summary of a link for support: ids, state, uses and times in both zones. The title is left out, since it may name a person. */
export function linkSummary(link: ShownLink, timeZone: string): string {
  const { id, shown_status, amount, currency, max_uses, paid_count, created_at, expires_at } = link
  const exact = (iso: string) => times.exact(zonedTime(iso, timeZone), iso)
  return summaryOf([
    [copy.link, id],
    [copy.status, `${links.status[shown_status]} (${shown_status})`],
    [copy.amount, `${formatMajor(amount, currency)} ${currency}`],
    [copy.uses, links.uses(String(paid_count), max_uses === null ? null : String(max_uses))],
    [copy.url, link.url],
    [copy.created, exact(created_at)],
    [copy.expires, expires_at && exact(expires_at)],
    [copy.customer, link.customer_id],
  ])
}
