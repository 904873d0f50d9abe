import type { ReactNode } from 'react'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { paymentsHref } from '@/components/payments/payments-href'
import { PageLink } from '@/components/shell/page-link'
import { DateTime } from '@/components/time/date-time'
import { deadline, isThisYear, shortTime } from '@/components/time/format-time'
import { TitledTime } from '@/components/time/titled-time'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { numberFormat } from '@/lib/contract/formatters'
import type { ShareTrace, ShownLink } from '@/lib/dashboard/schema/link'
import { links } from '@/lib/messages/links'
import type { HistoryEntry } from './link-history'

const words = links.history

/** What one may take for sent: the app that it was handed to tells nothing back. */
const handedOn: ReadonlySet<ShareTrace['channel']> = new Set(['whatsapp', 'email', 'sms', 'share_sheet'])

type Props = { link: ShownLink; history: readonly HistoryEntry[] }

/** What happened to a link: made, shared, opened, paid, ended. It never says that anything arrived at a payer. */
export function LinkTimeline({ link, history }: Props) {
  return (
    <Card title={words.title}>
      <Timeline label={words.title} entries={history.map((entry) => shownEntry(entry, link))} />
      {history.some((entry) => entry.kind === 'shared' && handedOn.has(entry.share.channel)) ? (
        <p className="mt-4 text-muted text-xs">{words.shareHint}</p>
      ) : null}
    </Card>
  )
}

function shownEntry(entry: HistoryEntry, link: ShownLink): TimelineEntry {
  const when = entry.at === null ? null : <DateTime iso={entry.at} />
  const { key } = entry
  switch (entry.kind) {
    case 'made':
      return { key, title: words.made, when }
    case 'opened':
      return { key, title: words.opened, when, detail: <Opens count={entry.count} link={link} /> }
    case 'shared': {
      const { channel, user } = entry.share
      return { key, title: words.channel[channel], when, detail: user ? words.by(user.name) : undefined }
    }
    case 'paid':
      return { key, title: words.paid, when, tone: 'success', detail: <Paid entry={entry} link={link} /> }
    case 'earlier':
      return { key, title: <Earlier count={entry.count} linkId={link.id} />, when, tone: 'success' }
    case 'completed':
      return { key, title: links.status.COMPLETED, when: when ?? links.detail.timeUnknown }
    case 'cancelled':
      return { key, title: links.status.CANCELLED, when: when ?? links.detail.timeUnknown }
    case 'expired':
      return { key, title: links.status.EXPIRED, when, tone: 'warning' }
    case 'ends':
      return { key, title: words.ends, when: <Exactly iso={entry.at ?? ''} />, pending: true }
  }
}

function Opens({ count, link }: { count: number; link: ShownLink }) {
  const { locale } = usePlace()
  return words.opens(numberFormat(locale).format(count), count === 1, link.shown_status !== 'ACTIVE')
}

function Exactly({ iso }: { iso: string }): ReactNode {
  const { timeZone, now } = usePlace()
  return (
    <TitledTime iso={iso}>
      {isThisYear(iso, timeZone, now) ? shortTime(iso, timeZone, now) : deadline(iso, timeZone)}
    </TitledTime>
  )
}

function Earlier({ count, linkId }: { count: number; linkId: string }) {
  const { locale } = usePlace()
  return (
    <TextLink>
      <PageLink href={paymentsHref({ link: linkId })}>
        {words.earlier(numberFormat(locale).format(count), count === 1)}
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
        <Amount amount={link.amount} currency={link.currency} /> {who ? words.from : null}
        {who ? <bdi> {who}</bdi> : null}
      </PageLink>
    </TextLink>
  )
}
