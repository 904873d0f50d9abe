'use client'

import { useQuery } from '@tanstack/react-query'
import { cardName } from '@/components/customers/face'
import { isMissing } from '@/components/data/fetch-json'
import { QueryFallback } from '@/components/data/query-fallback'
import { useRead } from '@/components/data/read'
import { DetailFallback, summaryOf } from '@/components/detail/detail-screen'
import { type Column, RecordTable, RowLink } from '@/components/list/columns'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { useAccount, useGo } from '@/components/navigation/use-go'
import { PageHeader } from '@/components/page/page-header'
import { shortTime, zonedTime } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Property, PropertyList } from '@/components/ui/property-list'
import { TextLink } from '@/components/ui/text-link'
import type { OpenCase, ShownCharge } from '@/lib/dashboard/schema/charge'
import { formatMajor } from '@/lib/domain/money'
import { charges } from '@/lib/messages/charges'
import { customers } from '@/lib/messages/customers'
import { times } from '@/lib/messages/times'
import { ChargeState } from './charge-state'
import { ChargeBadge, chargeQuery } from './face'

const list = { path: '/customers', title: customers.title }

/** Renders one charge at its own address in its current state; an open case until somebody closes it. */
export function ChargeScreen({ id }: { id: string }) {
  const account = useAccount()
  const go = useGo()
  const { locale, timeZone, now } = useLocale()
  const query = useQuery(chargeQuery(account, id))
  if (!query.data || isMissing(query.error))
    return <DetailFallback list={list} query={query} one={charges.one} loading={charges.loading} />
  const { charge, customer } = query.data
  const text = `${formatMajor(charge.amount, charge.currency, locale)} ${charge.currency}`
  const href = `/customers/${encodeURIComponent(charge.customer_id)}`
  return (
    <>
      <PageHeader
        back={{ href, label: customer?.name ?? customers.one }}
        copies={charge.id}
        tab={charges.pageTitle(text)}
        title={
          <span className="flex flex-wrap items-center gap-3">
            <Amount amount={charge.amount} currency={charge.currency} />
            <ChargeBadge state={charge.state} />
          </span>
        }
        action={
          <CopyButton value={chargeSummary(query.data.charge, timeZone)} label={charges.outcome.support} />
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <Card>
          <ChargeState
            detail={query.data}
            onSucceeded={(next) => go(`/charges/${encodeURIComponent(next)}`)}
            isWhole
          />
        </Card>
        <Card title={charges.case.tried}>
          <PropertyList>
            <Property name={charges.review.customer}>
              <TextLink>
                <PageLink href={href}>{customer?.name ?? charge.customer_id}</PageLink>
              </TextLink>
            </Property>
            {charge.way === 'CARD' ? (
              <Property name={charges.review.card}>{cardName(charge.card) || charges.review.noCard}</Property>
            ) : null}
            {charge.description ? (
              <Property name={charges.review.description}>{charge.description}</Property>
            ) : null}
            <Property name={charges.at}>
              {shortTime(charge.sent_at ?? charge.created_at, timeZone, now)}
            </Property>
            {charge.user?.name ? <Property name={charges.by}>{charge.user.name}</Property> : null}
            <Property name={charges.requests}>{charges.case.attempts(charge.attempts)}</Property>
          </PropertyList>
        </Card>
      </div>
    </>
  )
}

/** Returns a charge as a text for support: ids, state and the time in both zones, without personal data. */
export function chargeSummary(charge: ShownCharge, timeZone: string): string {
  const copy = charges.support
  const at = charge.sent_at ?? charge.created_at
  return summaryOf([
    [charges.one, charge.id],
    [charges.cases.state, `${charges.state[charge.state]} (${charge.state})`],
    [copy.decline, charge.decline?.code],
    [copy.problem, charge.problem && `${charge.problem.status} ${charge.problem.code}`],
    [charges.form.amount, `${formatMajor(charge.amount, charge.currency)} ${charge.currency}`],
    [copy.created, times.exact(zonedTime(at, timeZone), at)],
    [charges.review.customer, charge.customer_id],
    [copy.payment, charge.payment_id],
    [copy.link, charge.link_id],
    [copy.request, charge.request_id],
  ])
}

/** Renders the charges whose outcome a person must find out, oldest first. */
export function CasesScreen() {
  const query = useRead('charges/list/open', {})
  const { timeZone, now } = useLocale()
  if (!query.data) return <QueryFallback query={query} label={charges.cases.loading} />
  const { cases } = query.data
  if (cases.length === 0)
    return (
      <EmptyState kind="none" title={charges.cases.none}>
        {charges.cases.noneHint}
      </EmptyState>
    )
  const columns: readonly Column<OpenCase>[] = [
    {
      key: 'amount',
      label: charges.form.amount,
      cell: (row) => (
        <RowLink href={`/charges/${encodeURIComponent(row.id)}`} copies={row.id}>
          <Amount amount={row.amount} currency={row.currency} className="text-lg @2xl:text-base" />
        </RowLink>
      ),
    },
    {
      key: 'state',
      label: charges.cases.state,
      card: 'end',
      cell: ({ state }) => <ChargeBadge state={state} plain />,
    },
    { key: 'customer', label: charges.review.customer, cell: (row) => <bdi>{row.customer_name}</bdi> },
    {
      key: 'when',
      label: charges.at,
      card: 'end',
      cell: (row) => shortTime(row.sent_at ?? row.created_at, timeZone, now),
    },
  ]
  return <RecordTable label={charges.cases.title} columns={columns} rows={cases} />
}
