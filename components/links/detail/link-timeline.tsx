import type { ReactNode } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { paymentsHref } from '@/components/payments/face'
import { DateTime, TitledTime } from '@/components/time/date-time'
import { deadline, isThisYear, shortTime } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import type { ShareTrace, ShownLink } from '@/lib/dashboard/schema/link'
import { numberFormat } from '@/lib/domain/formatters'
import { links } from '@/lib/messages/links'
import type { HistoryEntry } from './link-history'

const copy = links.history

/** Channels whose app does not report whether the message was sent. */
const handedOn: ReadonlySet<ShareTrace['channel']> = new Set(['whatsapp', 'email', 'sms', 'share_sheet'])

type Props = { link: ShownLink; history: readonly HistoryEntry[] }

/** Renders the history of a link: created, shared, opened, paid, ended. It never claims that a message arrived. */
export function LinkTimeline({ link, history }: Props) {
  return (
    <Card title={copy.title}>
      <Timeline label={copy.title} entries={history.map((entry) => shownEntry(entry, link))} />
      {history.some((entry) => entry.kind === 'shared' && handedOn.has(entry.share.channel)) ? (
        <p className="mt-4 text-muted text-xs">{copy.shareHint}</p>
      ) : null}
    </Card>
  )
}

function shownEntry(entry: HistoryEntry, link: ShownLink): TimelineEntry {
  const when = entry.at === null ? null : <DateTime iso={entry.at} />
  const { key } = entry
  switch (entry.kind) {
    case 'made':
      return { key, title: copy.made, when }
    case 'opened':
      return { key, title: copy.opened, when, detail: <Opens count={entry.count} link={link} /> }
    case 'shared': {
      const { channel, user } = entry.share
      return { key, title: copy.channel[channel], when, detail: user ? copy.by(user.name) : undefined }
    }
    case 'paid':
      return { key, title: copy.paid, when, tone: 'success', detail: <Paid entry={entry} link={link} /> }
    case 'earlier':
      return { key, title: <Earlier count={entry.count} linkId={link.id} />, when, tone: 'success' }
    case 'completed':
      return { key, title: links.status.COMPLETED, when: when ?? links.detail.timeUnknown }
    case 'cancelled':
      return { key, title: links.status.CANCELLED, when: when ?? links.detail.timeUnknown }
    case 'expired':
      return { key, title: links.status.EXPIRED, when, tone: 'warning' }
    case 'ends':
      return { key, title: copy.ends, when: <Exactly iso={entry.at ?? ''} />, pending: true }
  }
}

function Opens({ count, link }: { count: number; link: ShownLink }) {
  const { locale } = useLocale()
  return copy.opens(numberFormat(locale).format(count), count === 1, link.shown_status !== 'ACTIVE')
}

function Exactly({ iso }: { iso: string }): ReactNode {
  const { timeZone, now } = useLocale()
  return (
    <TitledTime iso={iso}>
      {isThisYear(iso, timeZone, now) ? shortTime(iso, timeZone, now) : deadline(iso, timeZone)}
    </TitledTime>
  )
}

function Earlier({ count, linkId }: { count: number; linkId: string }) {
  const { locale } = useLocale()
  return (
    <TextLink>
      <PageLink href={paymentsHref({ link: linkId })}>
        {copy.earlier(numberFormat(locale).format(count), count === 1)}
      </PageLink>
    </TextLink>
  )
}

function Paid({ entry, link }: { entry: Extract<HistoryEntry, { kind: 'paid' }>; link: ShownLink }) {
  const { id, payer } = entry.payment
  const who = payer.name || payer.email
  return (
    <TextLink>
      <PageLink href={`/payments/${encodeURIComponent(id)}`} className="inline-block">
        <Amount amount={link.amount} currency={link.currency} /> {who ? copy.from : null}
        {who ? <bdi> {who}</bdi> : null}
      </PageLink>
    </TextLink>
  )
}
