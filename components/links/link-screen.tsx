'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ActionResult } from '@/components/data/action-result'
import { LoadFailed } from '@/components/data/load-failed'
import { usePlace } from '@/components/locale/locale-provider'
import { Developers } from '@/components/mirror/developers'
import { Freshness } from '@/components/mirror/freshness'
import { Amount } from '@/components/money/amount'
import { paymentsHref } from '@/components/payments/payment-filter'
import { PaymentHead, PaymentRow } from '@/components/payments/payment-row'
import { paymentsQuery } from '@/components/payments/queries'
import { PageHeader } from '@/components/shell/page-header'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Property, PropertyList } from '@/components/ui/property-list'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Table, TableBody } from '@/components/ui/table'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { CancelLink } from './cancel-link'
import { LinkBadge } from './link-badge'
import type { ShownLink } from './link-shapes'
import { linkQuery } from './queries'
import { LinkAddress } from './share-screen'

const words = links.detail
const PAYMENTS_SHOWN = 10

type Props = {
  id: string
  mayCancel: boolean
  cancel: (input: { id: string }) => Promise<ActionResult<ShownLink>>
}

/** One link: its state in a sentence, its address, its payments, and the way to close it. */
export function LinkScreen({ id, mayCancel, cancel }: Props) {
  const detail = useQuery(linkQuery(id))
  const back = { href: '/links', label: links.title }
  if (!detail.data) {
    return (
      <>
        <PageHeader back={back} title={links.one} />
        {detail.error ? (
          <LoadFailed error={detail.error} onRetry={() => detail.refetch()} />
        ) : (
          <SkeletonRows rows={6} label={links.loading} />
        )}
      </>
    )
  }
  const { link, confirmed, problem, events } = detail.data
  const { mirror, shown_status, ...object } = link
  const open = shown_status === 'ACTIVE' || shown_status === 'EXPIRED'
  return (
    <>
      <PageHeader
        back={back}
        copies={link.url}
        title={
          <span className="flex flex-wrap items-center gap-3">
            <bdi className="wrap-anywhere min-w-0">{link.title}</bdi>
            <LinkBadge status={shown_status} />
          </span>
        }
        lead={<p role="status">{words.sentence[shown_status](usesLeft(link))}</p>}
        action={open && mayCancel ? <CancelLink link={link} cancel={cancel} /> : undefined}
      />
      <div className="flex flex-col gap-4">
        <Freshness confirmed={confirmed} problem={problem} mirror={mirror} />
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
          <div className="flex min-w-0 flex-col gap-4">
            {shown_status === 'ACTIVE' ? (
              <Card title={words.url}>
                <LinkAddress url={link.url} />
              </Card>
            ) : null}
            <LinkPayments linkId={link.id} />
          </div>
          <Card title={words.properties}>
            <LinkProperties link={link} />
          </Card>
        </div>
        <Developers object={object} events={events} />
      </div>
    </>
  )
}

function usesLeft(link: ShownLink): string | null {
  return link.max_uses === null ? null : words.times(Math.max(0, link.max_uses - link.paid_count))
}

function LinkProperties({ link }: { link: ShownLink }) {
  const { locale } = usePlace()
  const number = new Intl.NumberFormat(locale)
  const max = link.max_uses === null ? null : number.format(link.max_uses)
  const metadata = Object.entries(link.metadata)
  return (
    <PropertyList>
      <Property name={links.form.amount}>
        <Amount amount={link.amount} currency={link.currency} />
      </Property>
      <Property name={words.uses}>
        <span className="tnum">{links.uses(number.format(link.paid_count), max)}</span>
      </Property>
      <Property name={link.shown_status === 'EXPIRED' ? words.expired : words.expires}>
        {link.expires_at ? (
          <DateTime iso={link.expires_at} />
        ) : (
          <span className="text-muted">{words.noExpiry}</span>
        )}
      </Property>
      <Property name={words.created}>
        <DateTime iso={link.created_at} />
      </Property>
      {link.description ? (
        <Property name={words.description}>
          <span dir="auto" className="whitespace-pre-line">
            {link.description}
          </span>
        </Property>
      ) : null}
      {metadata.map(([name, value]) => (
        <Property key={name} name={name}>
          <span className="wrap-anywhere font-mono text-sm">
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </span>
        </Property>
      ))}
      <Property
        name={words.id}
        action={
          <CopyButton
            iconOnly
            variant="quiet"
            value={link.id}
            label={common.copyThing(words.id)}
            copiedLabel={common.copied}
            failedLabel={common.copyFailed}
          />
        }
      >
        <span className="wrap-anywhere font-mono text-sm">{link.id}</span>
      </Property>
    </PropertyList>
  )
}

function LinkPayments({ linkId }: { linkId: string }) {
  const { timeZone } = usePlace()
  const list = useQuery(paymentsQuery({ link: linkId }, timeZone))
  return (
    <section className="flex flex-col gap-2">
      <header className="flex min-h-8 items-center justify-between gap-3">
        <h2 className="text-lg">{words.payments}</h2>
        {list.data && list.data.data.length > PAYMENTS_SHOWN ? (
          <Link
            href={paymentsHref({ link: linkId })}
            className="text-accent-text text-sm underline underline-offset-2"
          >
            {words.allPayments}
          </Link>
        ) : null}
      </header>
      {list.data ? (
        list.data.data.length > 0 ? (
          <Table label={words.payments}>
            <PaymentHead timeZone={timeZone} sameLink />
            <TableBody>
              {list.data.data.slice(0, PAYMENTS_SHOWN).map((payment) => (
                <PaymentRow key={payment.id} payment={payment} sameLink />
              ))}
            </TableBody>
          </Table>
        ) : (
          <p className="rounded-lg border border-dashed px-4 py-6 text-center text-muted">
            {words.noPayments}
          </p>
        )
      ) : list.error ? (
        <LoadFailed error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows rows={3} label={payments.loading} />
      )}
    </section>
  )
}
