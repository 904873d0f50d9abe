import type { QueryClient } from '@tanstack/react-query'
import type { LinkDetail, ShownLink } from '@/components/links/link-shapes'
import type { PaymentDetail, ShownPayment } from '@/components/payments/payment-shapes'

export type Recent = { noun: 'links'; link: ShownLink } | { noun: 'payments'; payment: ShownPayment }

const MOST_SHOWN = 4

/**
 * The links and payments that this tab has looked at, latest first, without the one at `pathname`. They are what the
 * query cache still holds: nothing about a payer is written anywhere, and another account begins with none.
 */
export function recentlySeen(client: QueryClient, pathname: string): readonly Recent[] {
  const seen = [
    ...client
      .getQueryCache()
      .findAll({ queryKey: ['links', 'detail'] })
      // The key says what its query answers: components/links/queries.ts.
      .map(({ state }) => ({
        at: state.dataUpdatedAt,
        noun: 'links' as const,
        data: state.data as LinkDetail,
      })),
    ...client
      .getQueryCache()
      .findAll({ queryKey: ['payments', 'detail'] })
      // Likewise, components/payments/queries.ts.
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
    .filter(({ href }) => !pathname.startsWith(href))
    .slice(0, MOST_SHOWN)
}
