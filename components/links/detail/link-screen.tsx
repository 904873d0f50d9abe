'use client'

import { type ReactNode, useState } from 'react'
import { isMissing } from '@/components/data/fetch-json'
import { useCan } from '@/components/data/member'
import { read, useRead } from '@/components/data/read'
import { DetailFallback, DetailScreen } from '@/components/detail/detail-screen'
import { isActive, isOpen, isUnderWay } from '@/components/links/can-share'
import { CancelFailed, CancelNotice, CancelNoticeSpacer, UndoCancel } from '@/components/links/cancel-notice'
import { LinkBadge } from '@/components/links/link-badge'
import { shareHref } from '@/components/links/share-address'
import { useLinkDetail } from '@/components/links/use-link-detail'
import { useRecordShare } from '@/components/links/use-record-share'
import { useTotals } from '@/components/list/use-totals'
import { Amount } from '@/components/money/amount'
import { useAccount } from '@/components/navigation/use-go'
import { Card } from '@/components/ui/card'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import type { ShownCancel } from '@/lib/dashboard/schema/link-cancel'
import { links } from '@/lib/messages/links'
import { mirror as mirrorCopy } from '@/lib/messages/mirror'
import { cn } from '@/lib/ui/cn'
import { LinkButtons } from './link-buttons'
import { closedAtOf, linkHistory } from './link-history'
import { LinkMore } from './link-more'
import { LinkPayments } from './link-payments'
import { LinkProperties } from './link-properties'
import { LinkStats, type Uncollected } from './link-stats'
import { LinkTimeline } from './link-timeline'

const copy = links.detail
const listOf = { path: '/links', title: links.title }

/** Renders one link: state, totals, payments, history, properties and actions. */
export function LinkScreen({ id }: { id: string }) {
  const record = useRecordShare()
  const detail = useLinkDetail(id)
  const account = useAccount()
  const payments = useRead('payments/list', { link: id })
  const totals = useTotals(payments.data, read(account, 'payments/totals', { link: id }))
  // Only an action of this tab moves the focus.
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
  const parts = { link, pending, pressed, onPress: () => setPressed(true) }
  return (
    <DetailScreen
      list={listOf}
      copies={shares ? link.url : link.id}
      tab={link.title}
      title={<Title link={link} isCancelling={cancelling} />}
      sentence={
        <>
          <p className="mb-0.5">
            <Amount amount={link.amount} currency={link.currency} className="font-medium text-lg text-text" />
          </p>
          <Sentence
            link={link}
            pending={cancelling ? pending : null}
            hasRoom={open || pressed}
            undo={<Undo {...parts} size="sm" className="max-sm:hidden" />}
          />
        </>
      }
      actions={(position) => <Actions {...parts} position={position} />}
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
        <Card title={copy.properties}>
          <LinkProperties
            link={link}
            customerName={detail.data.customerName}
            chargeId={detail.data.chargeId}
            isCancelling={cancelling}
            onCopied={() => record(link.id, 'copied')}
          />
        </Card>
      }
      developers={{
        object,
        label: copy.json,
        noEvents: shown_status === 'COMPLETED' ? copy.eventMissing : copy.eventNone,
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

type PartProps = { link: ShownLink; pending: ShownCancel | null; pressed: boolean; onPress: () => void }

function Undo({ link, pending, pressed, ...rest }: PartProps & { className: string; size?: 'sm' }) {
  const mayCancel = useCan('links.cancel')
  if (!mayCancel || pending?.state !== 'WAITING') return null
  return <UndoCancel linkId={link.id} cancel={pending} focus={pressed} {...rest} />
}

function Actions({ position, ...parts }: PartProps & { position: 'below' | 'beside' }) {
  const { link, pending, pressed, onPress } = parts
  const mayCancel = useCan('links.cancel')
  const record = useRecordShare()
  const isBelow = position === 'below'
  const canUndo = mayCancel && pending?.state === 'WAITING'
  return (
    <LinkButtons
      instead={isBelow && canUndo ? <Undo {...parts} className="grow" /> : null}
      link={link}
      isCancelling={isUnderWay(pending)}
      onCopied={() => record(link.id, 'copied')}
      position={position}
      className={isBelow ? 'mt-3 sm:hidden' : 'max-sm:hidden'}
    >
      <LinkMore
        link={link}
        mayCancel={isOpen(link) && mayCancel}
        onCancel={onPress}
        isCancelling={isUnderWay(pending)}
        focus={pressed}
      />
    </LinkButtons>
  )
}

type SentenceProps = {
  link: ShownLink
  /** Cancellation under way. */
  pending: ShownCancel | null
  /** True if the space of a notice is reserved. */
  hasRoom: boolean
  undo: ReactNode
}

/** Renders the state in a sentence, or the notice that replaces it; the cell has the height of the taller one. */
function Sentence({ link, pending, hasRoom, undo }: SentenceProps) {
  return (
    <div className="grid items-start *:[grid-area:1/1]">
      <p role="status" className={cn('text-pretty', pending && 'invisible')}>
        {link.mirror.missing ? mirrorCopy.lastKnown : copy.sentence[link.shown_status](link.paid_count)}
      </p>
      {pending ? (
        <CancelNotice cancel={pending} paidCount={link.paid_count}>
          {undo}
        </CancelNotice>
      ) : hasRoom ? (
        <CancelNoticeSpacer paidCount={link.paid_count} />
      ) : null}
    </div>
  )
}

function Title({ link, isCancelling }: { link: ShownLink; isCancelling: boolean }) {
  return (
    <>
      <bdi>{link.title}</bdi>{' '}
      <span className="inline-grid items-center justify-items-start align-middle *:[grid-area:1/1]">
        <LinkBadge status={link.shown_status} isCancelling={isCancelling} />
        {/* The badge has the width of its longest label, which keeps the line breaks stable. */}
        {link.shown_status === 'COMPLETED' ? null : (
          <span aria-hidden className="invisible">
            <LinkBadge status={link.shown_status} isCancelling />
          </span>
        )}
      </span>
    </>
  )
}

/** Returns the payments that are not approved; with the approved ones they add up to the count of the list. */
function uncollectedOf(counts: Readonly<Record<string, number>>): Uncollected {
  const count = (counts.ALL ?? 0) - (counts.APPROVED ?? 0)
  return { count, declined: count === counts.FAILED }
}
