import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { cardName } from '@/components/customers/face'
import { CopyMark, ShortId } from '@/components/data/short-id'
import { Figure, Figures } from '@/components/detail/figures'
import { RelatedList } from '@/components/detail/related-list'
import { useRecordShare } from '@/components/links/use-record-share'
import type { KnownTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { paymentColumns, paymentRow, paymentsHref } from '@/components/payments/face'
import { DateTime } from '@/components/time/date-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Dotted } from '@/components/ui/dotted'
import { Property, PropertyList } from '@/components/ui/property-list'
import { TextLink } from '@/components/ui/text-link'
import type { CardState, ShownCustomer } from '@/lib/dashboard/schema/customer'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import type { ListPage } from '@/lib/dashboard/schema/list'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { customerDetail } from '@/lib/messages/customer-detail'
import { payments } from '@/lib/messages/payments'

const cardCopy = customerDetail.card

const looks = {
  saved: { tone: 'success', Icon: CircleCheck },
  expiring: { tone: 'warning', Icon: Clock },
  expired: { tone: 'danger', Icon: CircleAlert },
  unknown: { tone: 'muted', Icon: CircleHelp },
} as const satisfies Record<Exclude<CardState, 'none'>, { tone: Tone; Icon: unknown }>

type CardProps = {
  customer: ShownCustomer
  /** Button that requests a card, shown if the customer has no valid one. */
  askForCard?: ReactNode
}

/** Renders the saved card of a customer with its expiry. */
export function CardPanel({ customer: { card, card_state: state, status }, askForCard }: CardProps) {
  const isWanted = state !== 'saved' && state !== 'unknown' && status === 'ACTIVE'
  return (
    <Card title={cardCopy.title}>
      {card === null || state === 'none' ? (
        <>
          <p className="font-medium">{cardCopy.none}</p>
          <p className="mt-0.5 text-pretty text-muted text-sm">{cardCopy.noneHint}</p>
        </>
      ) : (
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="tnum font-medium">{cardName(card)}</span>
          <CardBadge state={state} expiry={card.expiry} />
        </p>
      )}
      {isWanted && askForCard ? <div className="mt-4">{askForCard}</div> : null}
    </Card>
  )
}

function CardBadge({ state, expiry }: { state: Exclude<CardState, 'none'>; expiry: string | null }) {
  const { tone, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden strokeWidth={2.5} />}>
      {state === 'unknown' ? expiry || cardCopy.unknown : cardCopy[state](expiry ?? '')}
    </Badge>
  )
}

const linksCopy = customerDetail.links

type OpenLinksProps = {
  links: readonly ShownLink[]
  /** True if there are more links than these. */
  isCut: boolean
}

/** Renders the links that the customer can still pay. Renders no card if there are none. */
export function OpenLinks({ links, isCut }: OpenLinksProps) {
  const record = useRecordShare()
  const { locale } = useLocale()
  if (links.length === 0) return null
  return (
    <Card title={linksCopy.title}>
      <ul className="-my-1 divide-y divide-border/70">
        {links.map((link) => (
          <li key={link.id} className="flex items-center justify-between gap-3 py-2.5">
            <div className="min-w-0">
              <p id={`open-link-${link.id}`} className="truncate font-medium">
                <TextLink>
                  <PageLink href={`/links/${encodeURIComponent(link.id)}`} dir="auto" title={link.title}>
                    {link.title}
                  </PageLink>
                </TextLink>
              </p>
              <p className="text-muted text-sm">
                <Dotted>
                  <Amount amount={link.amount} currency={link.currency} />
                  {link.expires_at ? (
                    <span>
                      {linksCopy.expires} <DateTime iso={link.expires_at} variant="row" />
                    </span>
                  ) : (
                    <DateTime iso={link.created_at} variant="row" />
                  )}
                </Dotted>
              </p>
            </div>
            <CopyButton
              size="sm"
              value={link.url}
              label={linksCopy.copy}
              aria-describedby={`open-link-${link.id}`}
              onCopied={() => record(link.id, 'copied')}
              className="min-w-28 shrink-0"
            />
          </li>
        ))}
      </ul>
      {isCut ? (
        <p className="mt-3 text-muted text-xs">{linksCopy.more(numberFormat(locale).format(links.length))}</p>
      ) : null}
    </Card>
  )
}

const figuresCopy = customerDetail.figures

type FiguresProps = {
  totals: KnownTotals
  first: string | null
  last: string | null
}

/** Renders the totals of a customer's payments. `first` and `last` are instants of approved payments. */
export function CustomerFigures({ totals, first, last }: FiguresProps) {
  const number = numberFormat(useLocale().locale)
  const counts = totals?.counts ?? {}
  const [approved = 0, declined = 0, all = 0] = [counts.APPROVED, counts.FAILED, counts.ALL]
  const rest = all - approved - declined
  const unknown = <span className="text-muted">{totals === null ? common.notCounted : common.counting}</span>
  return (
    <Figures label={figuresCopy.label}>
      <Figure name={figuresCopy.collected}>
        {totals ? (
          <Amount
            amount={totals.amount}
            currency={totals.currency}
            className={approved === 0 ? 'text-muted' : ''}
          />
        ) : (
          unknown
        )}
      </Figure>
      <Figure name={figuresCopy.payments} note={totals && approved > 0 ? figuresCopy.paymentsHint : null}>
        {totals ? number.format(approved) : unknown}
      </Figure>
      <Figure
        name={figuresCopy.declined}
        note={rest > 0 ? figuresCopy.unfinished(number.format(rest)) : null}
      >
        {totals ? number.format(declined) : unknown}
      </Figure>
      <Figure name={figuresCopy.last} note={<First first={first} last={last} />}>
        {last ? <DateTime iso={last} /> : <span className="text-muted">{figuresCopy.none}</span>}
      </Figure>
    </Figures>
  )
}

function First({ first, last }: Pick<FiguresProps, 'first' | 'last'>) {
  if (first === null) return <span aria-hidden>{'\u00a0'}</span>
  if (first === last) return figuresCopy.onlyOne
  return (
    <>
      {figuresCopy.first} <DateTime iso={first} />
    </>
  )
}

/** Renders a customer's names and values. */
export function CustomerProperties({ customer }: { customer: ShownCustomer }) {
  const { id, external_ref: reference, source, created_at: created } = customer
  return (
    <Card title={customerDetail.properties}>
      <PropertyList>
        {reference ? (
          <Property
            name={customerDetail.reference}
            action={<CopyMark value={reference} name={customerDetail.reference} />}
          >
            <bdi className="wrap-anywhere">{reference}</bdi>
          </Property>
        ) : null}
        <Property name={customerDetail.source}>{customerDetail.sources[source]}</Property>
        <Property name={customerDetail.created}>
          <DateTime iso={created} />
        </Property>
        <Property name={customerDetail.id}>
          <ShortId id={id} name={customerDetail.id} />
        </Property>
      </PropertyList>
    </Card>
  )
}

type PaymentsProps = { customerId: string; list: UseQueryResult<ListPage<ShownPayment>>; totals: KnownTotals }

/** Renders the newest payments of a customer with a link to all of them. */
export function CustomerPayments({ customerId, list, totals }: PaymentsProps) {
  const { timeZone } = useLocale()
  return (
    <RelatedList
      title={customerDetail.payments}
      query={list}
      totals={totals}
      allHref={paymentsHref({ customer: customerId })}
      allLabel={customerDetail.allPayments}
      allUncounted={customerDetail.allUncounted}
      loading={payments.loading}
      columns={paymentColumns(timeZone, { samePayer: true })}
      rowProps={(payment) => ({ ...paymentRow(payment), className: 'min-h-0 py-2.5' })}
      empty={<p className="text-muted">{customerDetail.noPayments}</p>}
    />
  )
}
