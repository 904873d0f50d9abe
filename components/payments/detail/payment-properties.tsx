import { CopyMark, ShortId } from '@/components/data/short-id'
import { paymentsHref } from '@/components/payments/payments-href'
import { SettlementLink } from '@/components/settlements/settlement-link'
import { PageLink } from '@/components/shell/navigation/page-link'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { Property, PropertyList, PropertyValue, WideProperty } from '@/components/ui/property-list'
import type { PaymentDetail, ShownPayment } from '@/lib/dashboard/schema/payment'
import { brandLabel } from '@/lib/domain/card'
import { charges } from '@/lib/messages/charges'
import { payments } from '@/lib/messages/payments'
import { settlements } from '@/lib/messages/settlements'

const copy = payments.detail
const linkClasses = 'text-accent-text underline-offset-2 hover:underline'

/** Renders payer, card and purpose of a payment, each a link to the payments that share it, and then the ids. */
export function PaymentProperties({
  payment,
  settlement,
  customerName,
  chargeId,
}: Pick<PaymentDetail, 'payment' | 'settlement' | 'customerName' | 'chargeId'>) {
  const { payer, payment_link: link, card, customer_id: customer } = payment
  return (
    <>
      <Card title={copy.properties}>
        <PropertyList>
          <Payer payer={payer} masked={payment.masked} />
          {link ? (
            <Property name={copy.link}>
              <PageLink href={`/links/${encodeURIComponent(link.id)}`} dir="auto" className={linkClasses}>
                {link.title}
              </PageLink>
            </Property>
          ) : null}
          {customer ? (
            <Property name={payments.detail.customer}>
              <PageLink href={`/customers/${encodeURIComponent(customer)}`} className={linkClasses}>
                {customerName === null ? payments.detail.viewCustomer : <bdi>{customerName}</bdi>}
              </PageLink>
            </Property>
          ) : null}
          {chargeId ? (
            <Property name={charges.one}>
              <PageLink href={`/charges/${encodeURIComponent(chargeId)}`} className={linkClasses}>
                {charges.view}
              </PageLink>
            </Property>
          ) : null}
          {settlement ? (
            <Property name={settlements.one}>
              <SettlementLink settlement={settlement} />
            </Property>
          ) : null}
          {payment.description ? (
            <Property name={copy.description}>
              <bdi>{payment.description}</bdi>
            </Property>
          ) : null}
          {card ? (
            <Property name={copy.card}>
              <PageLink href={paymentsHref({ card: card.last4 })} className={`${linkClasses} tnum`}>
                {copy.cardValue(card.brand ? brandLabel(card.brand) : '', card.last4)}
              </PageLink>
            </Property>
          ) : null}
          <Property name={copy.created}>
            <DateTime iso={payment.created_at} />
          </Property>
        </PropertyList>
      </Card>
      <Card title={copy.ids}>
        <PropertyList>
          <IdLine name={copy.id} id={payment.id} />
          <IdLine name={copy.authorization} id={payment.authorization_code} />
          <IdLine name={copy.processor} id={payment.processor_reference} />
          <IdLine name={copy.customer} id={customer} />
          <IdLine name={copy.settlement} id={payment.settlement_id} />
          <IdLine name={copy.linkId} id={link?.id ?? null} />
        </PropertyList>
      </Card>
    </>
  )
}

/**
 * Renders the name above the e-mail address, as lists do, across the whole card, where nearly every address fits on one
 * line.
 */
function Payer({ payer: { name, email }, masked }: Pick<ShownPayment, 'payer' | 'masked'>) {
  return (
    <WideProperty>
      <dt className="sr-only">{copy.payer}</dt>
      <PropertyValue>
        <bdi className={name ? 'font-medium' : 'text-muted'}>{name || payments.noPayer}</bdi>
      </PropertyValue>
      {email ? (
        <>
          <dt className="sr-only">{copy.email}</dt>
          {masked ? (
            <PropertyValue>
              <bdi className="wrap-anywhere text-muted text-sm">{email}</bdi>
            </PropertyValue>
          ) : (
            <PropertyValue action={<CopyMark value={email} name={copy.email} />}>
              <PageLink href={paymentsHref({ q: email })} className={`${linkClasses} wrap-anywhere text-sm`}>
                <Email address={email} />
              </PageLink>
            </PropertyValue>
          )}
        </>
      ) : null}
    </WideProperty>
  )
}

function IdLine({ name, id }: { name: string; id: string | null }) {
  if (!id) return null
  return (
    <Property name={name}>
      <ShortId id={id} name={name} />
    </Property>
  )
}

/** Renders an address that breaks before its host rather than within a word. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  if (at <= 0) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
