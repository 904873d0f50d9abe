import type { QueryClient } from '@tanstack/react-query'
import type { LinkDetail, ShownLink } from '@/lib/dashboard/schema/link'
import type { PaymentDetail, ShownPayment } from '@/lib/dashboard/schema/payment'

export type Recent = { noun: 'links'; link: ShownLink } | { noun: 'payments'; payment: ShownPayment }

const MOST_SHOWN = 4

/**
 * Returns the links and payments of an account that this tab has viewed, latest first, without the one of the screen at
 * `path`. They come from the query cache: no data of a payer is stored.
 */
export function recentlySeen(client: QueryClient, account: string, path: string): readonly Recent[] {
  const seen = [
    ...client
      .getQueryCache()
      .findAll({ queryKey: [account, 'links', 'detail'] })
      // The cast follows from the query key: components/links/queries.ts.
      .map(({ state }) => ({
        at: state.dataUpdatedAt,
        noun: 'links' as const,
        data: state.data as LinkDetail,
      })),
    ...client
      .getQueryCache()
      .findAll({ queryKey: [account, 'payments', 'detail'] })
      // The cast follows from the query key: components/payments/queries.ts.
      .map(({ state }) => ({
        at: state.dataUpdatedAt,
        noun: 'payments' as const,
        data: state.data as PaymentDetail,
      })),
  ]
  return seen
    .filter(({ data }) => data !== undefined)
    .sort((a, b) => b.at - a.at)
    .map((entry): Recent & { href: string } =>
      entry.noun === 'links'
        ? { noun: 'links', link: entry.data.link, href: `/links/${entry.data.link.id}` }
        : { noun: 'payments', payment: entry.data.payment, href: `/payments/${entry.data.payment.id}` },
    )
    .filter(({ href }) => !path.startsWith(href))
    .slice(0, MOST_SHOWN)
}
