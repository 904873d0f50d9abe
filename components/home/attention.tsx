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
import { useCan, useRead } from '@/components/data/member'
import { linksHref } from '@/components/links/face'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { Deadline, DISPUTES_PATH, paymentHref, paymentsHref } from '@/components/payments/face'
import { settlementHref } from '@/components/settlements/face'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { useTimes } from '@/components/time/times'
import { Card } from '@/components/ui/card'
import type { OpenCases } from '@/lib/dashboard/charges/get-charge'
import type { OpenDisputes } from '@/lib/dashboard/payments/list-disputes'
import type { UnpaidDeclines } from '@/lib/dashboard/payments/payment-filter'
import type { Overview } from '@/lib/dashboard/payments/read-overview'
import type { MirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { numberFormat } from '@/lib/domain/formatters'
import type { Translate } from '@/lib/messages/translator'

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

export function Attention({ overview, lacksBankAccount }: { overview: Overview; lacksBankAccount: boolean }) {
  const t = useTexts()
  const { dayName, relativeTime, shortTime } = useTimes()
  const { locale } = useLocale()
  const health = useRead('mirror/health', {}).data
  const open = useRead('charges/list/open', {}).data
  const unpaid = useUnpaid(overview)
  const { format } = numberFormat(locale)
  const how: How = {
    t,
    dayName,
    counted: (count) => ({ count, written: format(count) }),
    whenOf: (iso) => relativeTime(iso) ?? shortTime(iso),
  }
  const tasks = [
    ...casesTask(open, how),
    ...disputesTask(useRead('payments/list/open-disputes', {}).data, how),
    ...mirrorTask(health, useCan('developers.read'), how),
    ...(lacksBankAccount
      ? [{ Icon: Landmark, what: t('home.noBankAccount'), action: t('home.actions.look'), href: '/payouts' }]
      : []),
    ...moneyTasks(overview, how),
    ...unpaidTask(unpaid, how),
    ...expiringTask(overview, how),
  ]
  return (
    <Card title={t('home.attention')}>
      {tasks.length === 0 ? (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden className="size-4 text-success" />
          {t('home.quiet')}
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

type How = {
  t: Translate
  dayName: (day: string) => string
  counted: (count: number) => { count: number; written: string }
  whenOf: (iso: string) => string
}

type Kind = Pick<Task, 'Icon'> & {
  name: 'case' | 'dispute' | 'late' | 'unpaid' | 'link'
  action?: 'resolve' | 'respond'
  count: number
  /** Title of several items, if it is not the kind's own, and their address. */
  all?: string
  href: string
}

/** Returns the line of one kind: a single item by its name, or all of them under the first one's name with their sum. */
function taskOf(kind: Kind, items: readonly Item[], { t, counted }: How): Task[] {
  const [first] = items
  if (!first) return []
  const { name, Icon, action = 'look', count, href } = kind
  const line = { Icon, action: t(`home.actions.${action}`) }
  if (count === 1) return [{ ...line, what: t(`home.tasks.${name}.one`), ...first }]
  const isAlone = count === items.length && items.every(({ who }) => who === first.who)
  const who = first.who && !isAlone ? t('home.andOthers', { name: first.who, rest: count - 1 }) : first.who
  const { money: _, ...rest } = first
  const sum = count === items.length ? sumOf(items) : null
  const what = kind.all ?? t(`home.tasks.${name}.all`, counted(count))
  return [{ ...line, ...rest, what, href, ...(who ? { who } : {}), ...(sum ? { money: sum } : {}) }]
}

function sumOf(items: readonly Item[]): Item['money'] | null {
  const currency = items[0]?.money?.currency
  if (!currency || items.some(({ money }) => money?.currency !== currency)) return null
  const amount = items.reduce((sum, { money }) => sum + (money?.amount ?? 0), 0)
  // Sums of exact decimals may carry binary rounding errors. Four digits are two more than any currency has.
  return { amount: Number(amount.toFixed(4)), currency }
}

function casesTask(open: OpenCases | undefined, how: How): Task[] {
  if (!open) return []
  return taskOf(
    { name: 'case', Icon: CircleHelp, action: 'resolve', count: open.count, href: '/charges' },
    open.cases.map((row) => ({
      href: `/charges/${encodeURIComponent(row.id)}`,
      who: row.customer_name,
      when: how.whenOf(row.created_at),
      money: row,
    })),
    how,
  )
}

function disputesTask(open: OpenDisputes | undefined, how: How): Task[] {
  if (!open) return []
  return taskOf(
    { name: 'dispute', Icon: TriangleAlert, action: 'respond', count: open.count, href: DISPUTES_PATH },
    open.next.map(({ id, payer, due_at, ...money }) => ({
      href: paymentHref({ id }),
      who: payer || id,
      when: <Deadline iso={due_at} named />,
      money,
    })),
    how,
  )
}

/** Returns the mirror's problem; none for one that needs no action. A late comparison recovers by itself. */
function mirrorTask(health: MirrorHealth | undefined, maySetUp: boolean, { t, counted }: How): Task[] {
  const drift = health?.lately.drift ?? 0
  const what =
    health?.state === 'broken'
      ? t('home.mirrorBroken')
      : health?.state === 'no_webhook'
        ? t('home.mirrorNoWebhook')
        : drift > 0
          ? t('home.mirrorDrift', counted(drift))
          : null
  const href = health?.state === 'no_webhook' && maySetUp ? '/settings/webhook' : '/settings#mirror-health'
  return what === null ? [] : [{ Icon: RefreshCw, what, action: t('home.actions.look'), href }]
}

function moneyTasks({ late, debt }: Overview, how: How): Task[] {
  const { t, dayName } = how
  const tasks = taskOf(
    { name: 'late', Icon: Clock, count: late.length, href: '/balance?status=PENDING' },
    late.map((one) => ({
      href: settlementHref(one),
      when: t('home.lateItem', { day: dayName(one.expected) }),
      money: one,
    })),
    how,
  )
  if (!debt) return tasks
  const line = { Icon: Scale, what: t('home.debt'), who: t('home.debtItem'), action: t('home.actions.look') }
  return [...tasks, { ...line, href: settlementHref(debt), money: { ...debt, amount: -debt.amount } }]
}

/** Returns the unpaid declines, from a second request if the overview has none; null if counting takes too long. */
function useUnpaid({ unpaid }: Overview): Unpaid {
  const second = useRead('payments/totals/unpaid', {}, { enabled: unpaid === null })
  return unpaid ?? (second.data ? second.data.unpaid : second.isError ? null : undefined)
}

type Unpaid = UnpaidDeclines | null | undefined

function unpaidTask(unpaid: Unpaid, how: How): Task[] {
  const { t, counted, whenOf } = how
  const line = { Icon: Undo2, action: t('home.actions.look') }
  const href = paymentsHref({ status: 'FAILED', unpaid: '1' })
  if (unpaid === null) return [{ ...line, what: t('home.unpaidUnknown'), href }]
  if (!unpaid) return [{ ...line, what: t('home.unpaidCounting') }]
  const { count, isMore, newest } = unpaid
  return taskOf(
    {
      name: 'unpaid',
      Icon: Undo2,
      count,
      href,
      ...(isMore ? { all: t('home.unpaidMore', counted(count)) } : {}),
    },
    newest.map(({ id, payer, title, created_at, ...money }) => ({
      href: paymentHref({ id }),
      who: payer || title || id,
      when: whenOf(created_at),
      money,
    })),
    how,
  )
}

function expiringTask({ expiring: { count, next } }: Overview, how: How): Task[] {
  return taskOf(
    { name: 'link', Icon: Hourglass, count, href: linksHref({ status: 'ACTIVE', expiring: 'soon' }) },
    next.map(({ id, title, expires_at, ...money }) => ({
      href: `/links/${encodeURIComponent(id)}`,
      who: title,
      when: how.whenOf(expires_at),
      money,
    })),
    how,
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
