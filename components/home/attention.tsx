'use client'

import {
  CircleCheck,
  CircleHelp,
  Clock,
  Hourglass,
  Landmark,
  type LucideIcon,
  RefreshCw,
  Scale,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useCan } from '@/components/data/member'
import { useRead } from '@/components/data/read'
import { linksHref } from '@/components/links/face'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { Deadline, DISPUTES_PATH, paymentHref, paymentsHref } from '@/components/payments/face'
import { dayName, relativeTime, shortTime } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import type { OpenCases } from '@/lib/dashboard/schema/charge'
import type { OpenDisputes } from '@/lib/dashboard/schema/dispute'
import type { MirrorHealth } from '@/lib/dashboard/schema/mirror'
import type { Overview, UnpaidDeclines } from '@/lib/dashboard/schema/overview'
import { numberFormat } from '@/lib/domain/formatters'
import { charges } from '@/lib/messages/charges'
import { home } from '@/lib/messages/home'
import { cn } from '@/lib/ui/cn'

/** An object or a state that needs a person. */
type Item = {
  href: string
  /** Name of the person or thing; absent if `what` says it all. */
  who?: string
  when?: ReactNode
  money?: { amount: number; currency: string }
}
/** Items of one kind; null while they are loaded. `more` leads to all of them if these are only the first. */
type Task = {
  Icon: LucideIcon
  what: string
  action: string
  items: readonly Item[] | null
  more?: { href: string; title: string } | null
}

/** Number of items of one kind. Their own page shows the rest. */
const SHOWN = 3

type Props = { overview: Overview; lacksBankAccount: boolean }

/**
 * Renders the tasks that need a person: open cases, disputes, declines, debts, late transfers, links that expire soon, an outdated
 * mirror, a missing bank account.
 */
export function Attention({ overview, lacksBankAccount }: Props) {
  const { locale, timeZone, now } = useLocale()
  const number = numberFormat(locale)
  const health = useRead('mirror/health', {}).data
  const open = useRead('charges/list/open', {}).data
  const unpaid = useUnpaid(overview)
  const whenOf = (iso: string) => relativeTime(iso, now) ?? shortTime(iso, timeZone, now)
  const tasks = [
    ...casesTask(open, number, whenOf),
    ...disputesTask(useRead('payments/list/open-disputes', {}).data, number),
    ...mirrorTask(health, number, useCan('developers.read')),
    ...(lacksBankAccount
      ? [{ Icon: Landmark, what: home.noBankAccount, action: home.look, items: [{ href: '/payouts' }] }]
      : []),
    ...moneyTasks(overview, number, now),
    ...unpaidTask(unpaid, number, whenOf),
    ...expiringTask(overview, number, whenOf),
  ]
  return (
    <Card title={home.attention}>
      {tasks.length === 0 ? (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden className="size-4 text-success" />
          {home.quiet}
        </p>
      ) : (
        <ul className="-mx-2 flex flex-col divide-y divide-border/70">
          {tasks.map((task) => (
            <TaskRows key={task.what} task={task} />
          ))}
        </ul>
      )}
    </Card>
  )
}

type When = (iso: string) => string

/** Returns the link to all items if there are more than those. */
function moreOf(count: number, items: readonly Item[], href: string, title: string): Task['more'] {
  return count > items.length ? { href, title } : null
}

function casesTask(open: OpenCases | undefined, number: Intl.NumberFormat, whenOf: When): Task[] {
  if (!open || open.cases.length === 0) return []
  const items = open.cases.slice(0, SHOWN).map((row) => ({
    href: `/charges/${encodeURIComponent(row.id)}`,
    who: row.customer_name,
    when: whenOf(row.created_at),
    money: row,
  }))
  const more = moreOf(
    open.count,
    items,
    '/charges',
    charges.cases.count(open.count, number.format(open.count)),
  )
  return [{ Icon: CircleHelp, what: home.openCase, action: home.resolve, items, more }]
}

function disputesTask(open: OpenDisputes | undefined, number: Intl.NumberFormat): Task[] {
  if (!open || open.count === 0) return []
  const items = open.next.map(({ id, payer, due_at, ...money }) => ({
    href: paymentHref({ id }),
    who: payer || id,
    when: <Deadline iso={due_at} />,
    money,
  }))
  const more = moreOf(open.count, items, DISPUTES_PATH, home.disputes(open.count, number.format(open.count)))
  return [{ Icon: TriangleAlert, what: home.dispute, action: home.respond, items, more }]
}

/** Returns the mirror's problem; none for one that needs no action. A late comparison recovers by itself. */
function mirrorTask(health: MirrorHealth | undefined, number: Intl.NumberFormat, maySetUp: boolean): Task[] {
  const drift = health?.lately.drift ?? 0
  const what =
    health?.state === 'broken'
      ? home.mirrorBroken
      : health?.state === 'no_webhook'
        ? home.mirrorNoWebhook
        : drift > 0
          ? home.mirrorDrift(drift, number.format(drift))
          : null
  const href = health?.state === 'no_webhook' && maySetUp ? '/settings/webhook' : '/settings#mirror-health'
  return what === null ? [] : [{ Icon: RefreshCw, what, action: home.look, items: [{ href }] }]
}

/** Returns the late transfers and the debt. */
function moneyTasks({ late, debt }: Overview, number: Intl.NumberFormat, now: number): Task[] {
  const hrefOf = ({ id }: { id: string }) => `/balance/settlements/${encodeURIComponent(id)}`
  const items = late.slice(0, SHOWN).map((one) => ({
    href: hrefOf(one),
    who: home.lateItem(dayName(one.expected, now)),
    money: one,
  }))
  const title = home.late(late.length, number.format(late.length))
  const more = moreOf(late.length, items, '/balance?status=PENDING', title)
  const debtItem = debt && {
    href: hrefOf(debt),
    who: home.debtItem,
    money: { ...debt, amount: -debt.amount },
  }
  return [
    ...(late.length > 0 ? [{ Icon: Clock, what: home.lateTransfer, action: home.look, items, more }] : []),
    ...(debtItem ? [{ Icon: Scale, what: home.debt, action: home.look, items: [debtItem] }] : []),
  ]
}

/** Returns the unpaid declines, from a second request if the overview has none; null if counting takes too long. */
function useUnpaid({ unpaid }: Overview): UnpaidDeclines | null | undefined {
  const second = useRead('payments/totals/unpaid', {}, { enabled: unpaid === null })
  return unpaid ?? (second.data ? second.data.unpaid : second.isError ? null : undefined)
}

function unpaidTask(
  unpaid: UnpaidDeclines | null | undefined,
  number: Intl.NumberFormat,
  whenOf: When,
): Task[] {
  const shared = { Icon: Undo2, action: home.look }
  const href = paymentsHref({ status: 'FAILED', unpaid: '1' })
  if (unpaid === null) return [{ ...shared, what: home.unpaidUnknown, items: [{ href }] }]
  if (!unpaid) return [{ ...shared, what: home.unpaidCounting, items: null }]
  if (unpaid.count === 0) return []
  const items = unpaid.newest.map(({ id, payer, title, created_at, ...money }) => ({
    href: paymentHref({ id }),
    who: payer || title || id,
    when: whenOf(created_at),
    money,
  }))
  const written = number.format(unpaid.count)
  const title = unpaid.isMore ? home.unpaidMore(written) : home.unpaid(unpaid.count, written)
  return [{ ...shared, what: home.declined, items, more: moreOf(unpaid.count, items, href, title) }]
}

function expiringTask({ expiring }: Overview, number: Intl.NumberFormat, whenOf: When): Task[] {
  if (expiring.count === 0) return []
  const items = expiring.next.map(({ id, title, expires_at, ...money }) => ({
    href: `/links/${encodeURIComponent(id)}`,
    who: title,
    when: whenOf(expires_at),
    money,
  }))
  const title = home.expiring(expiring.count, number.format(expiring.count))
  const more = moreOf(expiring.count, items, linksHref({ status: 'ACTIVE', expiring: 'soon' }), title)
  return [{ Icon: Hourglass, what: home.link, action: home.look, items, more }]
}

const rowClasses =
  'hit flex items-center gap-3 rounded-md px-2 py-2 hover:bg-hover focus-visible:-outline-offset-2'

function TaskRows({ task: { Icon, what, action, items, more } }: { task: Task }) {
  // The space of three items that are being loaded.
  if (items === null) return <li className="h-30 px-2 py-2 text-muted pointer-coarse:h-42">{what}</li>
  return (
    <>
      {items.map(({ href, who, when, money }) => (
        <li key={href}>
          <PageLink href={href} className={rowClasses}>
            <Icon aria-hidden className="size-4 shrink-0 text-warning" />
            <span className="flex min-w-0 grow flex-col-reverse sm:flex-row sm:items-baseline sm:gap-4">
              <span className={who ? 'text-muted text-sm sm:w-48 sm:shrink-0' : 'font-medium'}>{what}</span>{' '}
              {who ? (
                <span dir="auto" title={who} className="truncate font-medium">
                  {who}
                </span>
              ) : null}
            </span>
            <span className="tnum flex shrink-0 flex-col-reverse items-end text-sm sm:flex-row sm:items-baseline sm:gap-4">
              {when ? <span className="text-muted">{when}</span> : null}{' '}
              {money ? <Amount {...money} className="sm:min-w-28 sm:text-right" /> : null}
            </span>
            <span className="w-18 shrink-0 text-right text-accent-text text-sm max-sm:sr-only">{action}</span>
          </PageLink>
        </li>
      ))}
      {more ? (
        <li>
          <PageLink href={more.href} className={cn(rowClasses, 'pl-9 text-accent-text text-sm')}>
            {home.all}: {more.title}
          </PageLink>
        </li>
      ) : null}
    </>
  )
}
