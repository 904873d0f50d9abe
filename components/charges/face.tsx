'use client'

import { Check, CircleDashed, CircleHelp, Link2, X } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { useRead } from '@/components/data/member'
import { read } from '@/components/data/read'
import { PageLink } from '@/components/navigation/page-link'
import { useAccount } from '@/components/navigation/use-go'
import { useTexts } from '@/components/texts/texts-provider'
import type { Tone } from '@/components/ui/badge'
import { Tooltip } from '@/components/ui/tooltip'
import type { ChargeState } from '@/lib/dashboard/charges/shape'
import { isCurrency } from '@/lib/domain/currencies'
import { feeMinor, grossOfNet, percentToPpm } from '@/lib/domain/fee'
import { toMajor, toMinor } from '@/lib/domain/money'

const looks = {
  DRAFT: { tone: 'muted', Icon: CircleDashed },
  SENDING: { tone: 'neutral', Icon: CircleDashed },
  UNKNOWN: { tone: 'warning', Icon: CircleHelp },
  UNRESOLVED: { tone: 'warning', Icon: CircleHelp },
  PAID: { tone: 'success', Icon: Check },
  LINKED: { tone: 'neutral', Icon: Link2 },
  DECLINED: { tone: 'danger', Icon: X },
  RELEASED: { tone: 'muted', Icon: X },
  GIVEN_UP: { tone: 'muted', Icon: CircleHelp },
  DISCARDED: { tone: 'muted', Icon: X },
} as const satisfies Record<ChargeState, { tone: Tone; Icon: unknown }>

/** Renders a charge's state. Hover and focus explain its effect on the money. */
export function ChargeBadge({ state, plain = false }: { state: ChargeState; plain?: boolean }) {
  const t = useTexts()
  return (
    <ExplainedBadge {...looks[state]} meaning={t(`charges.meaning.${state}`)} plain={plain}>
      {t(`charges.state.${state}`)}
    </ExplainedBadge>
  )
}

/** Refetch interval of a charge under way. The outcome arrives as a live message; this interval covers a lost one. */
const SENDING_POLL_MS = 1_000
/** Interval at which payments that may belong to an open case are searched again. */
const CASE_POLL_MS = 10_000
/** Delay before the search: a page is rendered without the host's payments and requests them at once. */
const SEARCH_DELAY_MS = 50

/** Returns the query of one charge. A charge without an outcome is refetched automatically. */
export function chargeQuery(account: string, id: string) {
  return read(
    account,
    'charges/detail',
    { id },
    {
      refetchInterval: ({ state: { data } }) => {
        const charge = data?.charge
        if (charge?.state === 'SENDING' && !charge.is_case) return SENDING_POLL_MS
        if (data?.search === 'LATER') return SEARCH_DELAY_MS
        return charge?.is_case ? CASE_POLL_MS : false
      },
    },
  )
}

/** Parameter of a customer's address that opens the dialog. It contains the initial form or the id of a charge. */
export const PARAM = 'charge'
export const begun = { any: 'new', card: 'card', link: 'link' } as const

/** Parameter that remains after the form of `begun.card` has created its link. */
export const CARD_PARAM = 'asks'

/** Parameter with the charge whose amount and description fill the form. */
export const FROM_PARAM = 'from'

/**
 * Returns the address that opens the dialog of a customer, for any method, a link, or a link on which a card is saved.
 */
export function chargeHref(customerId: string, begins: keyof typeof begun = 'any'): string {
  return `/customers/${encodeURIComponent(customerId)}?${PARAM}=${begun[begins]}`
}

/** Returns the address of the form that starts with the values of a charge. */
export function changeHref({ id, customer_id }: { id: string; customer_id: string }): string {
  return `${chargeHref(customer_id)}&${FROM_PARAM}=${encodeURIComponent(id)}`
}

export function chargePath({ id }: { id: string }): string {
  return `/charges/${encodeURIComponent(id)}`
}

export function CasesLink() {
  const t = useTexts()
  const account = useAccount()
  const count = useRead('charges/list/open', {}, { enabled: account !== '' }).data?.count ?? 0
  if (count === 0) return null
  const label = t('charge-names.cases.rail', { count })
  return (
    <Tooltip content={label} side="right" className="rail:hidden">
      <PageLink
        href="/charges"
        className="hit flex shrink-0 items-center gap-2.5 rounded-md bg-warning-soft px-2.5 font-medium text-sm text-warning max-rail:justify-center max-rail:px-0 max-md:px-2"
      >
        <CircleHelp aria-hidden className="size-4 shrink-0" />
        <span className="max-md:sr-only max-rail:sr-only">{label}</span>
        <span aria-hidden className="tnum md:hidden">
          {count}
        </span>
      </PageLink>
    </Tooltip>
  )
}

/** The contract's `fee_schedule` (contract: balance). */
export type FeeSchedule = { percent: number; fixed: number }

/** Amounts in major units. With unknown fees `fee` is null and `net` equals `gross`. */
export type ChargeMoney = { gross: number; fee: number | null; net: number }

/** Returns gross, fee and net of minor units, the net with `isNet`; null if the fee takes the whole amount. */
export function feesOf(
  minor: number,
  { currency, fees, isNet }: { currency: string; fees: FeeSchedule | null; isNet: boolean },
): ChargeMoney | null {
  if (!isCurrency(currency)) return null
  const rate = fees && rateOf(fees, currency)
  if (!rate) return { gross: toMajor(minor, currency), fee: null, net: toMajor(minor, currency) }
  const gross = isNet ? grossOfNet(minor, rate) : minor
  if (gross === null) return null
  const fee = feeMinor(gross, rate)
  return { gross: toMajor(gross, currency), fee: toMajor(fee, currency), net: toMajor(gross - fee, currency) }
}

/** Returns the fee rate; null for a schedule of another host that cannot be computed exactly. */
function rateOf({ percent, fixed }: FeeSchedule, currency: string) {
  try {
    const fixedMinor = fixed === 0 ? ({ ok: true, minor: 0 } as const) : toMinor(fixed, currency)
    return fixedMinor.ok ? { percentPpm: percentToPpm(percent), fixedMinor: fixedMinor.minor } : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
