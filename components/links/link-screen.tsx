'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '@/components/data/load-failed'
import { usePlace } from '@/components/locale/locale-provider'
import { Developers } from '@/components/mirror/developers'
import { Freshness } from '@/components/mirror/freshness'
import { paymentsQuery } from '@/components/payments/queries'
import { PageHeader } from '@/components/shell/page-header'
import { dayOnly } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import { SkeletonRows } from '@/components/ui/skeleton'
import { links } from '@/lib/messages/links'
import { type AskCancel, CancelLink } from './cancel-link'
import { CancelNotice } from './cancel-notice'
import { LinkBadge } from './link-badge'
import { LinkPayments } from './link-payments'
import { LinkProperties } from './link-properties'
import type { LinkDetail, RecordShare, ShownLink } from './link-shapes'
import { LinkStats } from './link-stats'
import { LinkTimeline } from './link-timeline'
import { LinkVerbs } from './link-verbs'
import { linkQuery } from './queries'
import { shareHref } from './share-address'

const words = links.detail

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

/** One link: its state in a sentence, what it came to, its payments, what happened, and the ways to share or close it. */
export function LinkScreen({ id, mayCancel, mayCreate, cancel, undoCancel, record }: Props) {
  const { timeZone } = usePlace()
  const detail = useQuery({
    ...linkQuery(id),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? CANCEL_POLL_MS : false),
  })
  const payments = useQuery(paymentsQuery({ link: id }, timeZone))
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
  const cancelling = isUnderWay(detail.data)
  const press =
    (call: AskCancel): AskCancel =>
    (input) => {
      setPressed(true)
      return call(input)
    }
  const onCopied = () => void record({ id: link.id, channel: 'copied' }).catch(() => {})
  const verbs = (className: string) => (
    <LinkVerbs link={link} mayCreate={mayCreate} onCopied={onCopied} className={className}>
      {open && mayCancel && !cancelling ? (
        <CancelLink id={link.id} cancel={press(cancel)} focus={pressed} />
      ) : null}
    </LinkVerbs>
  )
  return (
    <>
      <PageHeader
        back={back}
        copies={link.url}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="wrap-anywhere min-w-0">{link.title}</bdi>
            <LinkBadge status={shown_status} isCancelling={cancelling} />
          </span>
        }
        lead={
          <>
            <p role="status">
              {cancelling
                ? words.cancelling
                : words.sentence[shown_status](usesLeft(link), endOf(link, timeZone))}
            </p>
            {verbs('mt-3 sm:hidden *:first:w-full *:grow')}
          </>
        }
        // On a phone the sentence comes first: what can be done is read after how it stands.
        action={verbs('max-sm:hidden')}
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
        <LinkStats link={link} declined={payments.data?.counts.FAILED ?? null} />
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] lg:grid-rows-[auto_1fr]">
          <div className="flex min-w-0 flex-col gap-4">
            <LinkPayments
              linkId={link.id}
              list={payments}
              shareHref={shown_status === 'ACTIVE' ? shareHref(link.id) : null}
            />
            <LinkTimeline
              link={link}
              payments={payments.data?.data ?? []}
              shares={shares}
              completedAt={events.find(({ kind }) => kind === 'payment_link.completed')?.event_at ?? null}
            />
          </div>
          <Card title={words.properties} className="min-w-0 lg:row-span-2">
            <LinkProperties link={link} onCopied={onCopied} />
          </Card>
          <div className="min-w-0">
            <Developers
              object={object}
              events={events}
              label={words.json}
              noEvents={shown_status === 'COMPLETED' ? words.eventMissing : words.eventNone}
            />
          </div>
        </div>
      </div>
    </>
  )
}

function isUnderWay(detail: LinkDetail | undefined): boolean {
  const state = detail?.cancel?.state
  return detail?.link.status === 'ACTIVE' && (state === 'WAITING' || state === 'RUNNING')
}

function usesLeft(link: ShownLink): string | null {
  return link.max_uses === null
    ? null
    : words.times(Math.max(0, link.max_uses - link.paid_count), link.paid_count > 0)
}

function endOf({ expires_at }: ShownLink, timeZone: string): string | null {
  return expires_at === null ? null : dayOnly(expires_at, timeZone)
}
