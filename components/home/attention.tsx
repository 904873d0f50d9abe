'use client'

import { useQuery } from '@tanstack/react-query'
import {
  ChevronRight,
  CircleCheck,
  CircleHelp,
  CircleX,
  Clock,
  Hourglass,
  RefreshCw,
  Scale,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { openCasesQuery } from '@/components/charges/queries'
import { linksHref } from '@/components/links/links-href'
import { useLocale } from '@/components/locale/locale-provider'
import { mirrorQuery } from '@/components/mirror/queries'
import { Amount } from '@/components/money/amount'
import { paymentsHref } from '@/components/payments/payments-href'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { dayName, relativeTime, shortTime } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import type { MirrorHealth } from '@/lib/dashboard/schema/mirror'
import type { Overview, UnpaidDeclines } from '@/lib/dashboard/schema/overview'
import { numberFormat } from '@/lib/domain/formatters'
import { charges } from '@/lib/messages/charges'
import { home } from '@/lib/messages/home'
import { unpaidQuery } from './overview-query'

/**
 * Renders the tasks that need a person: open cases, declines, debts, late transfers, links that expire soon, an outdated
 * mirror.
 */
export function Attention({ overview }: { overview: Overview }) {
  const { locale, timeZone, now } = useLocale()
  const number = numberFormat(locale)
  const health = useQuery(mirrorQuery(useAccount())).data
  const mirrorText = mirrorTextOf(health, number)
  const { expiring, debt, late, declined } = overview
  const open = useQuery(openCasesQuery(useAccount())).data
  const cases = open?.cases ?? []
  const caseCount = open?.count ?? 0
  const unpaid = useUnpaid(overview)
  const isQuiet =
    !mirrorText &&
    !debt &&
    cases.length + late.length + declined.today + expiring.count === 0 &&
    unpaid?.count === 0
  const when = (iso: string) => relativeTime(iso, now) ?? shortTime(iso, timeZone, now)
  return (
    <Card title={home.attention}>
      {isQuiet ? (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden className="size-4 text-success" />
          {home.quiet}
        </p>
      ) : (
        <ul className="-mx-2 grid grid-cols-1 items-start gap-x-6 gap-y-3 md:grid-cols-2 xl:grid-cols-3">
          {cases.length > 0 ? (
            <Group
              icon={<CircleHelp aria-hidden />}
              title={charges.cases.count(caseCount, number.format(caseCount))}
              href="/charges"
              more={home.all}
            >
              {cases.slice(0, CASES_SHOWN).map((row) => (
                <Item
                  key={row.id}
                  href={`/charges/${encodeURIComponent(row.id)}`}
                  name={row.customer_name}
                  note={<Amount amount={row.amount} currency={row.currency} />}
                />
              ))}
            </Group>
          ) : null}
          {mirrorText ? (
            <Group
              icon={<RefreshCw aria-hidden />}
              title={mirrorText}
              href={mirrorHref(health)}
              more={home.look}
            />
          ) : null}
          {late.length > 0 ? (
            <Group
              icon={<Clock aria-hidden />}
              title={home.late(late.length, number.format(late.length))}
              href="/balance?status=PENDING"
              more={home.all}
            >
              {late.slice(0, CASES_SHOWN).map(({ id, amount, currency, expected }) => (
                <Item
                  key={id}
                  href={`/balance/settlements/${encodeURIComponent(id)}`}
                  name={home.lateItem(dayName(expected, now))}
                  note={<Amount amount={amount} currency={currency} />}
                />
              ))}
            </Group>
          ) : null}
          {debt ? (
            <Group icon={<Scale aria-hidden />} title={home.debt} href="/balance?status=DEBT" more={home.all}>
              <Item
                href={`/balance/settlements/${encodeURIComponent(debt.id)}`}
                name={home.debtItem}
                note={<Amount amount={-debt.amount} currency={debt.currency} />}
              />
            </Group>
          ) : null}
          {declined.today > 0 ? (
            <Group
              icon={<CircleX aria-hidden />}
              title={home.declinedToday(declined.today, number.format(declined.today))}
              href={paymentsHref({ status: 'FAILED', period: 'today' })}
              more={home.all}
            />
          ) : null}
          {unpaid?.count !== 0 ? (
            <Group
              icon={<Undo2 aria-hidden />}
              title={unpaidText(unpaid, number)}
              href={paymentsHref({ status: 'FAILED', unpaid: '1' })}
              more={home.all}
            >
              {(unpaid === undefined ? PENDING : []).map((line) => (
                <li key={line} aria-hidden className="hit" />
              ))}
              {unpaid?.newest.map((payment) => (
                <Item
                  key={payment.id}
                  href={`/payments/${encodeURIComponent(payment.id)}`}
                  name={payment.payer || payment.title || payment.id}
                  note={<Amount amount={payment.amount} currency={payment.currency} />}
                />
              ))}
            </Group>
          ) : null}
          {expiring.count > 0 ? (
            <Group
              icon={<Hourglass aria-hidden />}
              title={home.expiring(expiring.count, number.format(expiring.count))}
              href={linksHref({ status: 'ACTIVE', expiring: 'soon' })}
              more={home.all}
            >
              {expiring.next.map((link) => (
                <Item
                  key={link.id}
                  href={`/links/${encodeURIComponent(link.id)}`}
                  name={link.title}
                  note={when(link.expires_at)}
                />
              ))}
            </Group>
          ) : null}
        </ul>
      )}
    </Card>
  )
}

/** Number of cases shown, oldest first. Their own page shows the rest. */
const CASES_SHOWN = 3

/** Placeholder rows that reserve the space of loading declines. */
const PENDING = [1, 2, 3]

/** Returns the unpaid declines, from a second request if the overview has none; null if counting takes too long. */
function useUnpaid({ unpaid }: Overview): UnpaidDeclines | null | undefined {
  const second = useQuery({ ...unpaidQuery(useAccount()), enabled: unpaid === null })
  return unpaid ?? (second.data ? second.data.unpaid : second.isError ? null : undefined)
}

function unpaidText(unpaid: UnpaidDeclines | null | undefined, number: Intl.NumberFormat): string {
  if (!unpaid) return unpaid === null ? home.unpaidUnknown : home.unpaidCounting
  const written = number.format(unpaid.count)
  return unpaid.isMore ? home.unpaidMore(written) : home.unpaid(unpaid.count, written)
}

type GroupProps = { icon: ReactNode; title: string; href: string; more: string; children?: ReactNode }

function Group({ icon, title, href, more, children }: GroupProps) {
  return (
    <li className="flex flex-col">
      <p className="flex items-center gap-2 px-2 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-warning">
        {icon}
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
      {children ? <ul className="flex flex-col">{children}</ul> : null}
    </li>
  )
}

function Item({ href, name, note }: { href: string; name: string; note: ReactNode }) {
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

function mirrorHref(health: MirrorHealth | undefined): string {
  return health?.state === 'no_webhook' ? '/settings/webhook' : '/settings#mirror-health'
}

/** Returns the mirror's problem, or null for one that needs no action. A late comparison recovers by itself. */
function mirrorTextOf(health: MirrorHealth | undefined, number: Intl.NumberFormat): string | null {
  if (!health) return null
  if (health.state === 'broken') return home.mirrorBroken
  if (health.state === 'no_webhook') return home.mirrorNoWebhook
  const { drift } = health.lately
  return drift > 0 ? home.mirrorDrift(drift, number.format(drift)) : null
}
