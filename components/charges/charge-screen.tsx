'use client'

import { useQuery } from '@tanstack/react-query'
import { cardName, customerHref } from '@/components/customers/face'
import { isMissing } from '@/components/data/fetch-json'
import { DetailFallback, summaryOf } from '@/components/detail/detail-screen'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { InlineLink } from '@/components/navigation/link-looks'
import { useAccount, useGo } from '@/components/navigation/use-go'
import { PageHeader } from '@/components/page/page-header'
import { shortTime, zonedTime } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Property, PropertyList } from '@/components/ui/property-list'
import type { ShownCharge } from '@/lib/dashboard/schema/charge'
import { moneyText } from '@/lib/domain/money'
import { charges } from '@/lib/messages/charges'
import { customers } from '@/lib/messages/customers'
import { times } from '@/lib/messages/times'
import { ChargeState } from './charge-state'
import { ChargeBadge, chargePath, chargeQuery } from './face'

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
  const text = moneyText(charge.amount, charge.currency, locale)
  const href = customerHref({ id: charge.customer_id })
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
          <ChargeState detail={query.data} onSucceeded={(next) => go(chargePath({ id: next }))} isWhole />
        </Card>
        <Card title={charges.case.tried}>
          <PropertyList>
            <Property name={charges.review.customer}>
              <InlineLink href={href}>{customer?.name ?? charge.customer_id}</InlineLink>
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
            <Property name={charges.requests}>{charge.attempts}</Property>
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
    [charges.form.amount, moneyText(charge.amount, charge.currency)],
    [copy.created, times.exact(zonedTime(at, timeZone), at)],
    [charges.review.customer, charge.customer_id],
    [copy.payment, charge.payment_id],
    [copy.link, charge.link_id],
    [copy.request, charge.request_id],
  ])
}
