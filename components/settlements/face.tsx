import { Check, CircleHelp, Send, TriangleAlert } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { InlineLink } from '@/components/navigation/link-looks'
import { useTexts } from '@/components/texts/texts-provider'
import { useTimes } from '@/components/time/times'
import { type SettlementStatus, settlementStates } from '@/lib/contract/states'
import type { SettlementName } from '@/lib/dashboard/settlements/shown-settlement'

const icons = { PENDING: Send, PAID: Check, DEBT: TriangleAlert } as const satisfies Record<
  SettlementStatus,
  unknown
>

type Props = {
  status: SettlementStatus
  /** True for a settlement that its host no longer has. */
  missing?: boolean
  href?: string
  plain?: boolean
}

export function SettlementBadge({ status, missing = false, href, plain }: Props) {
  const t = useTexts()
  const Icon = missing ? CircleHelp : icons[status]
  const tone = missing ? ('warning' as const) : settlementStates[status].tone
  const label = t(`settlement-states.${status}`)
  const meaning = missing
    ? `${t('mirror.unconfirmedBy.object_missing')} ${t('settlement-states.lastState', { status: label })}`
    : t(`settlement-states.meaning.${status}`)
  return (
    <ExplainedBadge tone={tone} Icon={Icon} meaning={meaning} href={href} plain={plain}>
      {missing ? t('settlement-states.missing') : label}
    </ExplainedBadge>
  )
}

export function settlementHref({ id }: { id: string }): string {
  return `/balance/settlements/${encodeURIComponent(id)}`
}

/** Renders a link to a settlement with its days and status: `Settlement of 14 Sep, Paid`. */
export function SettlementLink({ settlement }: { settlement: SettlementName }) {
  const t = useTexts()
  const times = useTimes()
  return (
    <InlineLink href={settlementHref(settlement)}>
      {t('settlement-states.named', {
        days: times.coveredDays(settlement),
        status: t(`settlement-states.${settlement.status}`),
      })}
    </InlineLink>
  )
}

export function BankEnds({ last4 }: { last4: string }) {
  const t = useTexts()
  return (
    <span className="tnum shrink-0 whitespace-nowrap">
      <span aria-hidden>••{last4}</span>
      <span className="sr-only">{t('settlement-states.bankEndsSpoken', { last4 })}</span>
    </span>
  )
}
