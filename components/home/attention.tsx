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
import { settlementHref } from '@/components/settlements/face'
import { dayName, relativeTime, shortTime } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import type { OpenCases } from '@/lib/dashboard/schema/charge'
import type { OpenDisputes } from '@/lib/dashboard/schema/dispute'
import type { MirrorHealth } from '@/lib/dashboard/schema/mirror'
import type { Overview, UnpaidDeclines } from '@/lib/dashboard/schema/overview'
import { numberFormat } from '@/lib/domain/formatters'
import { charges } from '@/lib/messages/charges'
import { home } from '@/lib/messages/home'

/** An object or a state that needs a person. */
type Item = {
  href: string
  /** Name of the person or thing; absent if `what` says it all. */
  who?: string
  when?: ReactNode
  money?: { amount: number; currency: string }
}
/** The line of one kind; without an address while its items are loaded. */
type Task = Omit<Item, 'href'> & { Icon: LucideIcon; what: string; action: string; href?: string }

/** Number of lines, the most urgent first. */
const LINES_MAX = 5

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
      ? [{ Icon: Landmark, what: home.noBankAccount, action: home.look, href: '/payouts' }]
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
          {tasks.slice(0, LINES_MAX).map((task) => (
            <TaskLine key={task.what} {...task} />
          ))}
        </ul>
      )}
    </Card>
  )
}

type When = (iso: string) => string

type Kind = Pick<Task, 'Icon' | 'action'> & {
  /** Title of a single item. */
  one: string
  count: number
  /** Title and address of several items. */
  all: string
  href: string
}

/** Returns the line of one kind: a single item by its name, or all of them under the first one's name with their sum. */
function taskOf({ one, count, all, href, ...kind }: Kind, items: readonly Item[]): Task[] {
  const [first] = items
  if (!first) return []
  if (count === 1) return [{ ...kind, what: one, ...first }]
  const isAlone = count === items.length && items.every(({ who }) => who === first.who)
  const who = first.who && !isAlone ? home.andOthers(first.who, count - 1) : first.who
  const { money: _, ...rest } = first
  const sum = count === items.length ? sumOf(items) : null
  return [{ ...kind, ...rest, what: all, href, ...(who ? { who } : {}), ...(sum ? { money: sum } : {}) }]
}

function sumOf(items: readonly Item[]): Item['money'] | null {
  const currency = items[0]?.money?.currency
  if (!currency || items.some(({ money }) => money?.currency !== currency)) return null
  const amount = items.reduce((sum, { money }) => sum + (money?.amount ?? 0), 0)
  // Sums of exact decimals may carry binary rounding errors. Four digits are two more than any currency has.
  return { amount: Number(amount.toFixed(4)), currency }
}

function casesTask(open: OpenCases | undefined, number: Intl.NumberFormat, whenOf: When): Task[] {
  if (!open) return []
  const all = charges.cases.count(open.count, number.format(open.count))
  return taskOf(
    { Icon: CircleHelp, action: home.resolve, one: home.openCase, count: open.count, all, href: '/charges' },
    open.cases.map((row) => ({
      href: `/charges/${encodeURIComponent(row.id)}`,
      who: row.customer_name,
      when: whenOf(row.created_at),
      money: row,
    })),
  )
}

function disputesTask(open: OpenDisputes | undefined, number: Intl.NumberFormat): Task[] {
  if (!open) return []
  const { count, next } = open
  const all = home.disputes(count, number.format(count))
  return taskOf(
    { Icon: TriangleAlert, action: home.respond, one: home.dispute, count, all, href: DISPUTES_PATH },
    next.map(({ id, payer, due_at, ...money }) => ({
      href: paymentHref({ id }),
      who: payer || id,
      when: <Deadline iso={due_at} named />,
      money,
    })),
  )
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
  return what === null ? [] : [{ Icon: RefreshCw, what, action: home.look, href }]
}

function moneyTasks({ late, debt }: Overview, number: Intl.NumberFormat, now: number): Task[] {
  const shared = { action: home.look, href: '/balance?status=PENDING' }
  const all = home.late(late.length, number.format(late.length))
  const transfers = taskOf(
    { ...shared, Icon: Clock, one: home.lateTransfer, count: late.length, all },
    late.map((one) => ({
      href: settlementHref(one),
      when: home.lateItem(dayName(one.expected, now)),
      money: one,
    })),
  )
  if (!debt) return transfers
  const item = { href: settlementHref(debt), who: home.debtItem, money: { ...debt, amount: -debt.amount } }
  return [...transfers, { Icon: Scale, what: home.debt, action: home.look, ...item }]
}

/** Returns the unpaid declines, from a second request if the overview has none; null if counting takes too long. */
function useUnpaid({ unpaid }: Overview): Unpaid {
  const second = useRead('payments/totals/unpaid', {}, { enabled: unpaid === null })
  return unpaid ?? (second.data ? second.data.unpaid : second.isError ? null : undefined)
}

type Unpaid = UnpaidDeclines | null | undefined

function unpaidTask(unpaid: Unpaid, number: Intl.NumberFormat, whenOf: When): Task[] {
  const shared = { Icon: Undo2, action: home.look }
  const href = paymentsHref({ status: 'FAILED', unpaid: '1' })
  if (unpaid === null) return [{ ...shared, what: home.unpaidUnknown, href }]
  if (!unpaid) return [{ ...shared, what: home.unpaidCounting }]
  const { count, isMore, newest } = unpaid
  const written = number.format(count)
  const all = isMore ? home.unpaidMore(written) : home.unpaid(count, written)
  return taskOf(
    { ...shared, one: home.declined, count, all, href },
    newest.map(({ id, payer, title, created_at, ...money }) => ({
      href: paymentHref({ id }),
      who: payer || title || id,
      when: whenOf(created_at),
      money,
    })),
  )
}

function expiringTask({ expiring }: Overview, number: Intl.NumberFormat, whenOf: When): Task[] {
  const { count, next } = expiring
  const href = linksHref({ status: 'ACTIVE', expiring: 'soon' })
  const all = home.expiring(count, number.format(count))
  return taskOf(
    { Icon: Hourglass, action: home.look, one: home.link, count, all, href },
    next.map(({ id, title, expires_at, ...money }) => ({
      href: `/links/${encodeURIComponent(id)}`,
      who: title,
      when: whenOf(expires_at),
      money,
    })),
  )
}

const lineClasses =
  'hit flex items-center gap-3 rounded-md px-2 py-2 hover:bg-hover focus-visible:-outline-offset-2'

function TaskLine({ Icon, what, action, href, who, when, money }: Task) {
  if (!href) return <li className="hit flex items-center px-2 py-2 text-muted">{what}</li>
  return (
    <li>
      <PageLink href={href} className={lineClasses}>
        <Icon aria-hidden className="size-4 shrink-0 text-warning" />
        <span className="flex min-w-0 grow flex-col sm:flex-row sm:items-baseline sm:gap-4">
          <span className="font-medium sm:w-72 sm:shrink-0">{what}</span>{' '}
          {who ? (
            <span dir="auto" title={who} className="truncate text-muted text-sm">
              {who}
            </span>
          ) : null}
        </span>
        <span className="tnum flex shrink-0 flex-col-reverse items-end text-sm sm:flex-row sm:items-baseline sm:gap-4">
          {when ? <span className="text-muted">{when}</span> : null}{' '}
          <span className="sm:min-w-28 sm:text-right">{money ? <Amount {...money} /> : null}</span>
        </span>
        <span className="w-18 shrink-0 text-right text-accent-text text-sm max-sm:sr-only">{action}</span>
      </PageLink>
    </li>
  )
}
