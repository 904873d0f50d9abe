'use client'

import { useCan, useMember } from '@/components/data/member'
import { read, useRead } from '@/components/data/read'
import { ExportMenu } from '@/components/exports/export-buttons'
import { ListScreen } from '@/components/list/list-screen'
import { useTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { paymentColumns, paymentRow } from '@/components/payments/payment-columns'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Button } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import { paymentStatuses } from '@/lib/contract/states'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { paymentFilters } from './payment-filters'

/** Renders the payments list. Totals include approved payments only. */
export function PaymentsScreen({ filter }: { filter: PaymentFilter }) {
  const { currency } = useMember().account
  const mayExport = useCan('payments.export')
  const { timeZone, now } = useLocale()
  const account = useAccount()
  const query = useRead('payments/list', filter)
  const totals = useTotals(query.data, read(account, 'payments/totals', filter))
  const { data: mirror } = useRead('mirror/health', {})
  const { link = '' } = filter
  const { data: linkTitle = null } = useRead('links/title', { id: link }, { enabled: link !== '' })
  const isLate = mirror?.state === 'no_webhook'
  const { cursor: _, ...input } = filter
  const mayCollect = filter.status === undefined || filter.status === 'APPROVED'
  return (
    <ListScreen
      path="/payments"
      views="payments"
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
      exportPath={mayExport ? '/exports/payments/export' : null}
      exportAs={
        mayExport
          ? ({ href, label = payments.exportAll, ...offer }) => (
              <ExportMenu {...offer} label={label} csvHref={href} request={{ kind: 'payments', input }} />
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
