import type { List } from '@/lib/contract/list'
import type { ListPaymentLinks, PaymentLink } from '@/lib/contract/payment-link'
import { toMajor } from '@/lib/domain/money'
import type { PublicUrls, ServiceContext } from '@/lib/service/context'
import { keysetList, listOf, rowOf } from '@/lib/service/lists/keyset-query'

/** A row of service.payment_link. `slots`: reserved uses; `paid_count`: approved ones. */
export interface LinkRow {
  account_id: string
  id: string
  title: string
  description: string | null
  amount_minor: number
  currency: string
  status: 'ACTIVE' | 'COMPLETED' | 'CANCELLED'
  max_uses: number | null
  slots: number
  paid_count: number
  expires_at: Date | null
  metadata: Record<string, unknown>
  customer_id: string | null
  open_count: number
  last_opened_at: Date | null
  created_at: Date
  closed_at: Date | null
}

export const linkColumns = `account_id, id, title, description, amount_minor, currency, status, max_uses, slots, paid_count,
  expires_at, metadata, customer_id, open_count, last_opened_at, created_at, closed_at`

/** Returns the address that a merchant sends to a payer. */
export function linkUrl(linkId: string, urls: PublicUrls): string {
  return `${urls.web}/pay/${linkId}`
}

/** Returns the link in the contract's form (Resources: payment link), for responses and events. */
export function renderLink(row: LinkRow, urls: PublicUrls): PaymentLink {
  return {
    id: row.id,
    object: 'payment_link',
    url: linkUrl(row.id, urls),
    title: row.title,
    description: row.description,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    status: row.status,
    max_uses: row.max_uses,
    paid_count: row.paid_count,
    expires_at: row.expires_at?.toISOString() ?? null,
    metadata: row.metadata,
    created_at: row.created_at.toISOString(),
    customer_id: row.customer_id,
    open_count: row.open_count,
    last_opened_at: row.last_opened_at?.toISOString() ?? null,
  }
}

/** Returns one link. Throws `resource_not_found`, also for another account's. */
export async function getLink(ctx: ServiceContext, linkId: string): Promise<PaymentLink> {
  return renderLink(await getLinkRow(ctx, linkId), ctx.urls)
}

/** Returns the row of `getLink`. Throws `resource_not_found`. */
export function getLinkRow(ctx: ServiceContext, linkId: string): Promise<LinkRow> {
  return rowOf(ctx, list, linkId)
}

const list = keysetList('payment_link', 'l', linkColumns)

/** Returns a page of the account's links (contract: GET /payment_links), by a parsed query. */
export function listLinks(
  ctx: ServiceContext,
  { status, ...page }: ListPaymentLinks,
): Promise<List<PaymentLink>> {
  return listOf<LinkRow, PaymentLink>(ctx, list, { ...page, equals: { status } }, (row) =>
    renderLink(row, ctx.urls),
  )
}
