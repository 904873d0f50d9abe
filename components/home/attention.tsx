'use client'

import {
  ChevronRight,
  CircleCheck,
  CircleHelp,
  CircleX,
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

type Item = { href: string; name: string; note: ReactNode }
/** A task with the page that shows all of it, and its first objects; null while they are loaded. */
type Task = {
  Icon: LucideIcon
  title: string
  href: string
  more?: string
  items?: readonly Item[] | null
}

/** Number of cases shown, oldest first. Their own page shows the rest. */
const CASES_SHOWN = 3

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
  const tasks = [
    ...casesTask(open, number),
    ...disputesTask(useRead('payments/list/open-disputes', {}).data, number),
    ...mirrorTask(health, number),
    ...(lacksBankAccount
      ? [{ Icon: Landmark, title: home.noBankAccount, href: '/payouts', more: home.look }]
      : []),
    ...moneyTasks(overview, number, now),
    ...unpaidTask(unpaid, number),
    ...expiringTask(overview, number, (iso) => relativeTime(iso, now) ?? shortTime(iso, timeZone, now)),
  ]
  return (
    <Card title={home.attention}>
      {tasks.length === 0 ? (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden className="size-4 text-success" />
          {home.quiet}
        </p>
      ) : (
        <ul className="-mx-2 grid grid-cols-1 items-start gap-x-6 gap-y-3 md:grid-cols-2 xl:grid-cols-3">
          {tasks.map((task) => (
            <TaskGroup key={task.href} task={task} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function casesTask(open: OpenCases | undefined, number: Intl.NumberFormat): Task[] {
  if (!open || open.cases.length === 0) return []
  const items = open.cases
    .slice(0, CASES_SHOWN)
    .map((row) => moneyItem(`/charges/${encodeURIComponent(row.id)}`, row.customer_name, row))
  const title = charges.cases.count(open.count, number.format(open.count))
  return [{ Icon: CircleHelp, title, href: '/charges', items }]
}

function disputesTask(open: OpenDisputes | undefined, number: Intl.NumberFormat): Task[] {
  if (!open || open.count === 0) return []
  const items = open.next.map(({ id, payer, amount, currency, due_at }) => ({
    href: paymentHref({ id }),
    name: payer || id,
    note: (
      <span className="flex gap-2">
        <Deadline iso={due_at} />
        <Amount amount={amount} currency={currency} />
      </span>
    ),
  }))
  const title = home.disputes(open.count, number.format(open.count))
  return [{ Icon: TriangleAlert, title, href: DISPUTES_PATH, items }]
}

/** Returns the mirror's problem; none for one that needs no action. A late comparison recovers by itself. */
function mirrorTask(health: MirrorHealth | undefined, number: Intl.NumberFormat): Task[] {
  const drift = health?.lately.drift ?? 0
  const title =
    health?.state === 'broken'
      ? home.mirrorBroken
      : health?.state === 'no_webhook'
        ? home.mirrorNoWebhook
        : drift > 0
          ? home.mirrorDrift(drift, number.format(drift))
          : null
  const href = health?.state === 'no_webhook' ? '/settings/webhook' : '/settings#mirror-health'
  return title === null ? [] : [{ Icon: RefreshCw, title, href, more: home.look }]
}

/** Returns the late transfers, the debt and the declines of today. */
function moneyTasks({ late, debt, declined }: Overview, number: Intl.NumberFormat, now: number): Task[] {
  const itemOf = (name: string, money: Money & { id: string }) =>
    moneyItem(`/balance/settlements/${encodeURIComponent(money.id)}`, name, money)
  const lateTask = {
    Icon: Clock,
    title: home.late(late.length, number.format(late.length)),
    href: '/balance?status=PENDING',
    items: late.slice(0, CASES_SHOWN).map((one) => itemOf(home.lateItem(dayName(one.expected, now)), one)),
  }
  const debtItems = debt ? [itemOf(home.debtItem, { ...debt, amount: -debt.amount })] : []
  const debtTask = { Icon: Scale, title: home.debt, href: '/balance?status=DEBT', items: debtItems }
  const declinedTask = {
    Icon: CircleX,
    title: home.declinedToday(declined.today, number.format(declined.today)),
    href: paymentsHref({ status: 'FAILED', period: 'today' }),
  }
  return [
    ...(late.length > 0 ? [lateTask] : []),
    ...(debt ? [debtTask] : []),
    ...(declined.today > 0 ? [declinedTask] : []),
  ]
}

type Money = { amount: number; currency: string }

function moneyItem(href: string, name: string, { amount, currency }: Money): Item {
  return { href, name, note: <Amount amount={amount} currency={currency} /> }
}

/** Returns the unpaid declines, from a second request if the overview has none; null if counting takes too long. */
function useUnpaid({ unpaid }: Overview): UnpaidDeclines | null | undefined {
  const second = useRead('payments/totals/unpaid', {}, { enabled: unpaid === null })
  return unpaid ?? (second.data ? second.data.unpaid : second.isError ? null : undefined)
}

function unpaidTask(unpaid: UnpaidDeclines | null | undefined, number: Intl.NumberFormat): Task[] {
  const shared = { Icon: Undo2, href: paymentsHref({ status: 'FAILED', unpaid: '1' }) }
  if (unpaid === null) return [{ ...shared, title: home.unpaidUnknown }]
  if (!unpaid) return [{ ...shared, title: home.unpaidCounting, items: null }]
  if (unpaid.count === 0) return []
  const written = number.format(unpaid.count)
  const title = unpaid.isMore ? home.unpaidMore(written) : home.unpaid(unpaid.count, written)
  const items = unpaid.newest.map((payment) => {
    const { id, payer, title: of } = payment
    return moneyItem(`/payments/${encodeURIComponent(id)}`, payer || of || id, payment)
  })
  return [{ ...shared, title, items }]
}

function expiringTask(
  { expiring }: Overview,
  number: Intl.NumberFormat,
  when: (iso: string) => string,
): Task[] {
  if (expiring.count === 0) return []
  const items = expiring.next.map(({ id, title, expires_at }) => ({
    href: `/links/${encodeURIComponent(id)}`,
    name: title,
    note: when(expires_at),
  }))
  const title = home.expiring(expiring.count, number.format(expiring.count))
  return [{ Icon: Hourglass, title, href: linksHref({ status: 'ACTIVE', expiring: 'soon' }), items }]
}

function TaskGroup({ task: { Icon, title, href, more = home.all, items = [] } }: { task: Task }) {
  return (
    <li className="flex flex-col">
      <p className="flex items-center gap-2 px-2">
        <Icon aria-hidden className="size-4 shrink-0 text-warning" />
        {/* A title of two lines keeps the vertical padding of one line. */}
        <span className="min-w-0 grow py-1 font-medium pointer-coarse:py-2.5">{title}</span>
        <PageLink
          href={href}
          className="hit flex shrink-0 items-center whitespace-nowrap text-accent-text text-sm hover:underline"
        >
          {more}
          <span className="sr-only">: {title}</span>
        </PageLink>
      </p>
      {/* The space of the objects that are being loaded, mostly three. */}
      {items === null ? <div className="h-24 pointer-coarse:h-33" /> : null}
      {items && items.length > 0 ? (
        <ul className="flex flex-col">
          {items.map((item) => (
            <TaskItem key={item.href} item={item} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

function TaskItem({ item: { href, name, note } }: { item: Item }) {
  return (
    <li>
      <PageLink
        href={href}
        className="hit group/item flex items-center gap-3 rounded-md px-2 pl-8 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span dir="auto" title={name} className="min-w-0 grow truncate">
          {name}
        </span>
        <span className="tnum shrink-0 text-muted text-sm">{note}</span>
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted" />
      </PageLink>
    </li>
  )
}
