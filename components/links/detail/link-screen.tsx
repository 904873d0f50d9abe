'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isMissing } from '@/components/data/fetch-json'
import { DetailFallback, DetailScreen } from '@/components/detail/detail-screen'
import { isActive, isOpen, isUnderWay } from '@/components/links/can-share'
import { CancelFailed, CancelNotice, CancelNoticeRoom, UndoCancel } from '@/components/links/cancel-notice'
import type { AskCancel, RecordShare } from '@/components/links/link-actions'
import { LinkBadge } from '@/components/links/link-badge'
import { shareHref } from '@/components/links/share-address'
import { useLinkDetail } from '@/components/links/use-link-detail'
import { useTotals } from '@/components/list/use-totals'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { paymentsQuery, paymentTotalsQuery } from '@/components/payments/queries'
import { useAccount } from '@/components/shell/use-account'
import { Card } from '@/components/ui/card'
import { links } from '@/lib/messages/links'
import { mirror as mirrorCopy } from '@/lib/messages/mirror'
import { cn } from '@/lib/ui/cn'
import { closedAtOf, linkHistory } from './link-history'
import { LinkMore } from './link-more'
import { LinkPayments } from './link-payments'
import { LinkProperties } from './link-properties'
import { LinkStats, type Uncollected } from './link-stats'
import { linkSummary } from './link-summary'
import { LinkTimeline } from './link-timeline'
import { LinkVerbs } from './link-verbs'

const words = links.detail
const listOf = { path: '/links', title: links.title }

type Props = {
  id: string
  mayCancel: boolean
  mayCreate: boolean
  cancel: AskCancel
  undoCancel: AskCancel
  record: RecordShare
}

/** One link: its state in a sentence, what it came to, its payments, what happened, and the ways to share or close it. */
export function LinkScreen({ id, mayCancel, mayCreate, cancel, undoCancel, record }: Props) {
  const detail = useLinkDetail(id)
  const account = useAccount()
  const { timeZone } = usePlace()
  const payments = useQuery(paymentsQuery(account, { link: id }))
  const totals = useTotals(payments.data, paymentTotalsQuery(account, { link: id }))
  // What was pressed here moves the keyboard along; what another tab did moves nothing.
  const [pressed, setPressed] = useState(false)
  if (!detail.data || isMissing(detail.error)) {
    return <DetailFallback list={listOf} query={detail} one={links.one} loading={links.loading} />
  }
  const { link, events, shares: traces } = detail.data
  const { mirror, shown_status, ...object } = link
  const open = isOpen(link)
  const pending = open ? detail.data.cancel : null
  const cancelling = isUnderWay(pending)
  const shares = isActive(link) && !cancelling
  const history = linkHistory(link, {
    payments: payments.data?.data ?? [],
    shares: traces,
    completedAt: events.find(({ kind }) => kind === 'payment_link.completed')?.event_at ?? null,
    cancelledAt: detail.data.cancelled_at,
  })
  const press =
    (call: AskCancel): AskCancel =>
    (input) => {
      setPressed(true)
      return call(input)
    }
  const onCopied = () => void record({ id: link.id, channel: 'copied' }).catch(() => {})
  const undo = (className: string, size?: 'sm') =>
    mayCancel && pending?.state === 'WAITING' ? (
      <UndoCancel
        linkId={link.id}
        cancel={pending}
        undo={press(undoCancel)}
        focus={pressed}
        className={className}
        {...(size ? { size } : {})}
      />
    ) : null
  const verbs = (place: 'below' | 'beside', className: string, instead: ReactNode = null) => (
    <LinkVerbs
      instead={instead}
      link={link}
      mayCreate={mayCreate}
      isCancelling={cancelling}
      onCopied={onCopied}
      place={place}
      className={className}
    >
      <LinkMore
        link={link}
        summary={linkSummary(link, timeZone)}
        mayCreate={mayCreate}
        cancel={open && mayCancel ? press(cancel) : null}
        isCancelling={cancelling}
        focus={pressed}
      />
    </LinkVerbs>
  )
  return (
    <DetailScreen
      list={listOf}
      copies={shares ? link.url : link.id}
      tab={link.title}
      title={
        <TitleLine title={link.title}>
          <LinkBadge status={shown_status} isCancelling={cancelling} />
          {/* The room of the widest word, so that no line breaks anew under the pointer. */}
          {shown_status === 'COMPLETED' ? null : (
            <span aria-hidden className="invisible">
              <LinkBadge status={shown_status} isCancelling />
            </span>
          )}
        </TitleLine>
      }
      sentence={
        <>
          <p className="mb-0.5">
            <Amount amount={link.amount} currency={link.currency} className="font-medium text-lg text-text" />
          </p>
          {/* The notice takes the sentence's place, and the larger of both its room. */}
          <div className="grid items-start *:[grid-area:1/1]">
            <p role="status" className={cn('text-pretty', cancelling && 'invisible')}>
              {mirror.missing ? mirrorCopy.lastKnown : words.sentence[shown_status](link.paid_count)}
            </p>
            {cancelling ? (
              <CancelNotice cancel={pending} paidCount={link.paid_count}>
                {undo('max-sm:hidden', 'sm')}
              </CancelNotice>
            ) : open || pressed ? (
              <CancelNoticeRoom paidCount={link.paid_count} />
            ) : null}
          </div>
        </>
      }
      actions={(position) =>
        position === 'below'
          ? verbs('below', 'mt-3 sm:hidden', undo('grow'))
          : verbs('beside', 'max-sm:hidden')
      }
      notice={<CancelFailed cancel={pending} />}
      state={detail.data}
      error={detail.error}
      mirror={mirror}
      figures={
        <LinkStats
          link={link}
          uncollected={totals ? uncollectedOf(totals.counts) : null}
          closedAt={closedAtOf(history)}
          rests={cancelling}
        />
      }
      properties={
        <Card title={words.properties}>
          <LinkProperties
            link={link}
            customerName={detail.data.customerName}
            chargeId={detail.data.chargeId}
            isCancelling={cancelling}
            onCopied={onCopied}
          />
        </Card>
      }
      developers={{
        object,
        label: words.json,
        noEvents: shown_status === 'COMPLETED' ? words.eventMissing : words.eventNone,
      }}
    >
      <LinkPayments
        linkId={link.id}
        list={payments}
        totals={totals}
        shareHref={isActive(link) ? shareHref(link.id) : null}
        isClosed={!isActive(link)}
        rests={cancelling}
      />
      <LinkTimeline link={link} history={history} />
    </DetailScreen>
  )
}

/** Of all payments those that are not approved, so that the two figures come to what the list beside them counts. */
function uncollectedOf(counts: Readonly<Record<string, number>>): Uncollected {
  const count = (counts.ALL ?? 0) - (counts.APPROVED ?? 0)
  return { count, declined: count === counts.FAILED }
}

/** Longer than this, word and badge have no room beside each other on the narrowest screen. */
const WORD_MAX = 12

/** A title with its badge behind the last word, on one line with it. */
function TitleLine({ title, children }: { title: string; children: ReactNode }) {
  const cut = title.lastIndexOf(' ') + 1
  const last = title.slice(cut)
  const badge = (
    <span className="inline-grid items-center justify-items-start align-middle *:[grid-area:1/1]">
      {children}
    </span>
  )
  if (last.length > WORD_MAX) {
    return (
      <bdi>
        {/* A space, since a margin would go with a badge that has a line to itself. */}
        {title} {badge}
      </bdi>
    )
  }
  return (
    <bdi>
      {title.slice(0, cut)}
      <span className="whitespace-nowrap">
        {last}
        <span className="ms-3">{badge}</span>
      </span>
    </bdi>
  )
}
