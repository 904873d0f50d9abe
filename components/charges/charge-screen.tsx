'use client'

import { useQuery } from '@tanstack/react-query'
import { cardName, customerHref } from '@/components/customers/face'
import { isMissing } from '@/components/data/fetch-json'
import { DetailFallback, type ListOf, summaryOf } from '@/components/detail/detail-screen'
import { Amount } from '@/components/money/amount'
import { InlineLink } from '@/components/navigation/link-looks'
import { useAccount, useGo } from '@/components/navigation/use-go'
import { PageHeader } from '@/components/page/page-header'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { type Times, useTimes } from '@/components/time/times'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Property, PropertyList } from '@/components/ui/property-list'
import type { ShownCharge } from '@/lib/dashboard/charges/shape'
import { moneyText } from '@/lib/domain/money'
import type { Translate } from '@/lib/messages/translator'
import { ChargeState } from './charge-state'
import { ChargeBadge, chargePath, chargeQuery } from './face'

const list: ListOf = {
  path: '/customers',
  title: 'charges.customers',
  one: 'charge-names.one',
  loading: 'charges.loading',
}

/** Renders one charge at its own address in its current state; an open case until somebody closes it. */
export function ChargeScreen({ id }: { id: string }) {
  const t = useTexts()
  const { shortTime, supportTime } = useTimes()
  const account = useAccount()
  const go = useGo()
  const { locale } = useLocale()
  const query = useQuery(chargeQuery(account, id))
  if (!query.data || isMissing(query.error)) return <DetailFallback list={list} query={query} />
  const { charge, customer } = query.data
  const text = moneyText(charge.amount, charge.currency, locale)
  const href = customerHref({ id: charge.customer_id })
  return (
    <>
      <PageHeader
        back={{ href, label: customer?.name ?? t('charges.review.customer') }}
        copies={charge.id}
        tab={t('charges.pageTitle', { amount: text })}
        title={
          <span className="flex flex-wrap items-center gap-3">
            <Amount amount={charge.amount} currency={charge.currency} />
            <ChargeBadge state={charge.state} />
          </span>
        }
        action={
          <CopyButton
            value={chargeSummary(charge, locale, t, supportTime)}
            label={t('charges.outcome.support')}
          />
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <Card>
          <ChargeState detail={query.data} onSucceeded={(next) => go(chargePath({ id: next }))} isWhole />
        </Card>
        <Card title={t('charges.case.tried')}>
          <PropertyList>
            <Property name={t('charges.review.customer')}>
              <InlineLink href={href}>
                <bdi>{customer?.name ?? charge.customer_id}</bdi>
              </InlineLink>
            </Property>
            {charge.way === 'CARD' ? (
              <Property name={t('charges.review.card')}>
                {cardName(charge.card, t) || t('charges.review.noCard')}
              </Property>
            ) : null}
            {charge.description ? (
              <Property name={t('charges.review.description')}>
                <bdi>{charge.description}</bdi>
              </Property>
            ) : null}
            <Property name={t('charges.at')}>{shortTime(charge.sent_at ?? charge.created_at)}</Property>
            {charge.user?.name ? (
              <Property name={t('charges.by')}>
                <bdi>{charge.user.name}</bdi>
              </Property>
            ) : null}
            <Property name={t('charges.requests')}>{charge.attempts}</Property>
          </PropertyList>
        </Card>
      </div>
    </>
  )
}

/** Returns a charge as a text for support: ids, state and the time in both zones, without personal data. */
export function chargeSummary(
  charge: ShownCharge,
  locale: string,
  t: Translate,
  supportTime: Times['supportTime'],
): string {
  return summaryOf([
    [t('charge-names.one'), charge.id],
    [t('charges.stateName'), `${t(`charges.state.${charge.state}`)} (${charge.state})`],
    [t('charges.support.decline'), charge.decline?.code],
    [t('charges.support.problem'), charge.problem && `${charge.problem.status} ${charge.problem.code}`],
    [t('charges.form.amount'), moneyText(charge.amount, charge.currency, locale)],
    [t('charges.support.created'), supportTime(charge.sent_at ?? charge.created_at)],
    [t('charges.review.customer'), charge.customer_id],
    [t('charges.support.payment'), charge.payment_id],
    [t('charges.support.link'), charge.link_id],
    [t('charges.support.request'), charge.request_id],
  ])
}
