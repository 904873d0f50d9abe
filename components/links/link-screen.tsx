'use client'

import { useQuery } from '@tanstack/react-query'
import { CopyPlus, RotateCw, Share2 } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { LoadFailed } from '@/components/data/load-failed'
import { usePlace } from '@/components/locale/locale-provider'
import { Developers } from '@/components/mirror/developers'
import { Freshness } from '@/components/mirror/freshness'
import { paymentsHref } from '@/components/payments/payment-filter'
import { PaymentHead, PaymentRow } from '@/components/payments/payment-row'
import { paymentsQuery } from '@/components/payments/queries'
import { PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Table, TableBody } from '@/components/ui/table'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { type AskCancel, CancelLink } from './cancel-link'
import { CancelNotice } from './cancel-notice'
import { LinkAddress } from './link-address'
import { LinkBadge } from './link-badge'
import { LinkProperties } from './link-properties'
import type { LinkDetail, RecordShare, ShownLink } from './link-shapes'
import { linkQuery } from './queries'
import { ShareTraceCard } from './share-trace'

const words = links.detail
const PAYMENTS_SHOWN = 10

type Props = {
  id: string
  mayCancel: boolean
  mayCreate: boolean
  cancel: AskCancel
  undoCancel: AskCancel
  record: RecordShare
}

/** While a cancel is under way the page asks by itself, should the live stream be silent. */
const CANCEL_POLL_MS = 2_000

/** One link: its state in a sentence, its address, its payments, and the way to close it. */
export function LinkScreen({ id, mayCancel, mayCreate, cancel, undoCancel, record }: Props) {
  const detail = useQuery({
    ...linkQuery(id),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? CANCEL_POLL_MS : false),
  })
  // What was pressed here moves the keyboard along; what another tab did moves nothing.
  const [pressed, setPressed] = useState(false)
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
  const { link, confirmed, problem, events, shares } = detail.data
  const { mirror, shown_status, ...object } = link
  const open = shown_status === 'ACTIVE' || shown_status === 'EXPIRED'
  const pending = open ? detail.data.cancel : null
  const press =
    (call: AskCancel): AskCancel =>
    (input) => {
      setPressed(true)
      return call(input)
    }
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
        action={
          <LinkVerbs link={link} mayCreate={mayCreate}>
            {open && mayCancel && !isUnderWay(detail.data) ? (
              <CancelLink id={link.id} cancel={press(cancel)} focus={pressed} />
            ) : null}
          </LinkVerbs>
        }
      />
      <div className="flex flex-col gap-4">
        {pending ? (
          <CancelNotice
            linkId={link.id}
            cancel={pending}
            paidCount={link.paid_count}
            undo={mayCancel ? press(undoCancel) : null}
            focus={pressed}
          />
        ) : null}
        <Freshness confirmed={confirmed} problem={problem} mirror={mirror} />
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
          <div className="flex min-w-0 flex-col gap-4">
            {shown_status === 'ACTIVE' ? (
              <Card title={words.url}>
                <LinkAddress
                  url={link.url}
                  onCopied={() => void record({ id: link.id, channel: 'copied' }).catch(() => {})}
                />
              </Card>
            ) : null}
            <LinkPayments linkId={link.id} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Card title={words.properties}>
              <LinkProperties link={link} />
            </Card>
            <ShareTraceCard shares={shares} />
          </div>
        </div>
        <Developers object={object} events={events} />
      </div>
    </>
  )
}

function isUnderWay(detail: LinkDetail | undefined): boolean {
  const state = detail?.cancel?.state
  return detail?.link.status === 'ACTIVE' && (state === 'WAITING' || state === 'RUNNING')
}

function LinkVerbs({
  link,
  mayCreate,
  children,
}: {
  link: ShownLink
  mayCreate: boolean
  children: ReactNode
}) {
  const id = encodeURIComponent(link.id)
  const renews = link.shown_status === 'EXPIRED'
  return (
    <div className="flex flex-wrap gap-2">
      {link.shown_status === 'ACTIVE' ? (
        <Button asChild icon={<Share2 aria-hidden className="size-4" />}>
          <Link href={`/links/${id}/share`}>{words.share}</Link>
        </Button>
      ) : null}
      {mayCreate && renews ? (
        <Button asChild variant="primary" icon={<RotateCw aria-hidden className="size-4" />}>
          <Link href={`/links/new?renew=${id}`}>{words.renew}</Link>
        </Button>
      ) : null}
      {mayCreate ? (
        <Button asChild icon={<CopyPlus aria-hidden className="size-4" />}>
          <Link href={`/links/new?from=${id}`}>{words.duplicate}</Link>
        </Button>
      ) : null}
      {children}
    </div>
  )
}

function usesLeft(link: ShownLink): string | null {
  return link.max_uses === null ? null : words.times(Math.max(0, link.max_uses - link.paid_count))
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
