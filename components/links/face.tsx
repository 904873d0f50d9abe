import { Ban, CheckCheck, CircleDot, Clock, TimerOff } from 'lucide-react'
import { useCallback } from 'react'
import { recordShareAction } from '@/app/(dashboard)/[account]/links/actions'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { useAct, useRead } from '@/components/data/member'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { listHref } from '@/components/navigation/query-string'
import { useTexts } from '@/components/texts/texts-provider'
import { Badge } from '@/components/ui/badge'
import { TextLink } from '@/components/ui/text-link'
import { type ShownLinkStatus, shownLinkTones } from '@/lib/contract/states'
import type { ShownCancel } from '@/lib/dashboard/links/cancel'
import type { LinkDetail } from '@/lib/dashboard/links/get-link'
import type { LinkFilter } from '@/lib/dashboard/links/link-conditions'
import type { ShareChannel } from '@/lib/dashboard/links/share-trace'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import { isCurrency } from '@/lib/domain/currencies'
import { toMajor, toMinor } from '@/lib/domain/money'
import type { Translate } from '@/lib/messages/translator'

const icons = {
  ACTIVE: CircleDot,
  COMPLETED: CheckCheck,
  CANCELLED: Ban,
  EXPIRED: TimerOff,
} as const satisfies Record<ShownLinkStatus, unknown>

type BadgeProps = {
  status: ShownLinkStatus
  isCancelling?: boolean
  href?: string
  plain?: boolean
}

/** Renders a link's state. Hover, or focus outside of rows, explains its meaning for payers. */
export function LinkBadge({ status, isCancelling = false, href, plain }: BadgeProps) {
  const t = useTexts()
  if (isCancelling) {
    return (
      <Badge tone="neutral" Icon={Clock}>
        {t('link-states.cancelling')}
      </Badge>
    )
  }
  return (
    <ExplainedBadge
      tone={shownLinkTones[status]}
      Icon={icons[status]}
      meaning={t(`link-states.meaning.${status}`)}
      href={href}
      plain={plain}
    >
      {t(`link-states.status.${status}`)}
    </ExplainedBadge>
  )
}

export function isUnderWay(cancel: ShownCancel | null | undefined): cancel is ShownCancel {
  return cancel?.state === 'WAITING' || cancel?.state === 'RUNNING'
}

/** Returns whether a link can be shared: it accepts payments and is not being canceled. */
export function canShare({ cancel, ...link }: LinkState & { cancel?: ShownCancel | null }): boolean {
  return isActive(link) && !isUnderWay(cancel)
}

/** Returns whether payers can use a link, by the mirror. */
export function isActive({ shown_status, mirror }: LinkState): boolean {
  return shown_status === 'ACTIVE' && !mirror.missing
}

export function isOpen({ shown_status, mirror }: LinkState): boolean {
  return (shown_status === 'ACTIVE' || shown_status === 'EXPIRED') && !mirror.missing
}

type LinkState = Pick<ShownLink, 'shown_status' | 'mirror'>

export function linkHref(id: string): string {
  return `/links/${encodeURIComponent(id)}`
}

/** Returns the path of a link's share screen; `made` announces a new link. */
export function shareHref(id: string, { made = false } = {}): string {
  return `${linkHref(id)}/share${made ? '?made=1' : ''}`
}

export function linksHref(filter: LinkFilter): string {
  return listHref('/links', filter)
}

/**
 * Returns the collected sum of a link, major units: every payment of a link has the link's amount (contract: payment
 * link). Null if the currency is unknown or the sum is not exact.
 */
export function collectedOf({
  amount,
  currency,
  paid_count: paid,
}: Pick<ShownLink, 'amount' | 'currency' | 'paid_count'>): number | null {
  if (!isCurrency(currency)) return null
  const each = toMinor(amount, currency)
  const sum = each.ok ? each.minor * paid : Number.NaN
  return Number.isSafeInteger(sum) ? toMajor(sum, currency) : null
}

/** Returns how often a link was paid, `3 of 10 paid`, or only the count without a limit. */
export function usesText({ paid_count: paid, max_uses: max }: LinkUses, t: Translate): string {
  return max === null ? t('links.paid', { paid }) : t('links.paidOf', { paid, max })
}

type LinkUses = Pick<ShownLink, 'paid_count' | 'max_uses'>

/** Poll interval during a cancellation, in case the live stream is silent. */
const CANCEL_POLL_MS = 2_000
/** Poll interval around the expiry, until the server reports it. */
const END_POLL_MS = 5_000
const DAY_MS = 86_400_000

export function useLinkDetail(id: string) {
  return useRead('links/detail', { id }, { refetchInterval: (query) => linkRefetchMs(query, Date.now()) })
}

type Asked = { state: { status: string; data: LinkDetail | undefined } }

/**
 * Returns the milliseconds after which a link is refetched, or false if only an event refreshes it. Expiry raises no event,
 * and payers are refused from then on. `now` in milliseconds.
 */
export function linkRefetchMs(query: Asked, now: number): number | false {
  const { data } = query.state
  if (data?.link.status === 'ACTIVE' && isUnderWay(data.cancel)) return CANCEL_POLL_MS
  const missed = refetchAfterFailure(query)
  if (missed !== false || data?.link.shown_status !== 'ACTIVE' || data.link.expires_at === null) return missed
  const leftMs = Date.parse(data.link.expires_at) - now
  return leftMs > DAY_MS ? false : Math.max(leftMs, END_POLL_MS)
}

/** Returns the function that records one use of a link's URL. Its failure is no concern of the user's. */
export function useRecordShare() {
  const record = useAct(recordShareAction)
  return useCallback((id: string, channel: ShareChannel) => void record({ id, channel }), [record])
}

/** Returns the message for an error code that a worker stored: the host's or the dashboard's own. */
export function problemSentence(code: string, t: Translate): string {
  return t.first(`refusals.host.${code}`, `refusals.own.${code}`) ?? t('refusals.hostOther', { code })
}

/** Reports that a saved draft was restored, and offers an empty form. */
export function DraftRestored({ onStartOver }: { onStartOver: () => void }) {
  const t = useTexts()
  return (
    <p role="status" className="flex items-baseline gap-2 text-muted text-sm">
      {t('drafts.restored')}
      <TextLink>
        <button type="button" className="hit" onClick={onStartOver}>
          {t('drafts.startOver')}
        </button>
      </TextLink>
    </p>
  )
}
