'use client'

import { useQuery } from '@tanstack/react-query'
import { ExportMenu, type StartExport } from '@/components/exports/export-buttons'
import { ListScreen } from '@/components/list/list-screen'
import { useTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { mirrorQuery } from '@/components/mirror/queries'
import { paymentColumns, paymentRow } from '@/components/payments/payment-columns'
import { paymentsQuery, paymentTotalsQuery } from '@/components/payments/queries'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Button } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import { paymentStatuses } from '@/lib/contract/states'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { paymentFilters } from './payment-filters'

type Props = {
  filter: PaymentFilter
  currency: string
  /** Title of the link in the filter; null without such a filter. */
  linkTitle: string | null
  /** Server action that starts an export; null for members who may not export. */
  startExport: StartExport | null
}

/** Renders the payments list. Totals include approved payments only. */
export function PaymentsScreen({ filter, currency, linkTitle, startExport }: Props) {
  const { timeZone, now } = useLocale()
  const account = useAccount()
  const query = useQuery(paymentsQuery(account, filter))
  const totals = useTotals(query.data, paymentTotalsQuery(account, filter))
  const { data: mirror } = useQuery(mirrorQuery(account))
  const isLate = mirror?.state === 'no_webhook'
  const { cursor: _, ...input } = filter
  const mayCollect = filter.status === undefined || filter.status === 'APPROVED'
  return (
    <ListScreen
      path="/payments"
      filter={filter}
      query={query}
      totals={totals}
      statuses={paymentStatuses}
      tabTitles={payments.meaning}
      columns={paymentColumns(timeZone, { settlementsOf: { now } })}
      rowProps={paymentRow}
      filters={paymentFilters({ currency, linkTitle })}
      messages={isLate ? { ...payments, emptyHint: <LateHint /> } : payments}
      sumLabel={mayCollect ? payments.collected : null}
      exportPath={startExport ? '/exports/payments/export' : null}
      exportAs={
        startExport
          ? ({ href, label = payments.exportAll, ...offer }) => (
              <ExportMenu
                {...offer}
                label={label}
                csvHref={href}
                request={{ kind: 'payments', input }}
                start={startExport}
              />
            )
          : undefined
      }
      emptyAction={
        <Button asChild variant="primary">
          <PageLink href="/links/new">{links.create}</PageLink>
        </Button>
      }
    />
  )
}

function LateHint() {
  return (
    <>
      {payments.emptyLate}{' '}
      <TextLink>
        <PageLink href="/settings/webhook">{payments.connectWebhook}</PageLink>
      </TextLink>
    </>
  )
}
