'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleDashed, CircleHelp, X } from 'lucide-react'
import { Fragment } from 'react'
import { QueryFallback } from '@/components/data/query-fallback'
import { Pager } from '@/components/list/pager'
import { queryString } from '@/components/list/query-string'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/shell/page-link'
import { useAccount } from '@/components/shell/use-account'
import { zoneCity } from '@/components/time/format-time'
import { RowTime } from '@/components/time/row-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Cell, HeadCell, Row, rowLinkClasses, Table, TableBody, TableHead } from '@/components/ui/table'
import type { AuditEntry } from '@/lib/dashboard/schema/audit'
import { audit } from '@/lib/messages/audit'
import { cn } from '@/lib/ui/cn'
import { auditQuery } from './audit-query'
import { auditAction, auditHref, auditObject, auditParts } from './audit-words'

const unusual = {
  failed: { tone: 'danger', Icon: X },
  intent: { tone: 'neutral', Icon: CircleDashed },
  unknown: { tone: 'warning', Icon: CircleHelp },
} as const satisfies Record<Exclude<AuditEntry['outcome'], 'done'>, { tone: Tone; Icon: unknown }>

/** What was done through the dashboard, newest first. */
export function AuditScreen({ cursor, currency }: { cursor: string | null; currency: string }) {
  const { timeZone } = usePlace()
  const list = useQuery(auditQuery(useAccount(), cursor))
  if (!list.data) {
    return <QueryFallback query={list} label={audit.loading} />
  }
  const { data } = list.data
  if (data.length === 0) {
    return (
      <EmptyState kind="none" title={audit.emptyTitle}>
        {audit.emptyHint}
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <Table label={audit.listLabel}>
        <TableHead>
          <HeadCell>{audit.columns.what}</HeadCell>
          <HeadCell>{audit.columns.about}</HeadCell>
          <HeadCell className="w-36 min-w-28">{audit.columns.who}</HeadCell>
          <HeadCell className="w-32 min-w-28 text-right" title={timeZone}>
            <span className="@3xl:hidden">{audit.columns.when}</span>
            <span className="hidden @3xl:inline">{audit.columns.whenIn(zoneCity(timeZone))}</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {data.map((entry) => (
            <AuditRow key={entry.id} entry={entry} currency={currency} />
          ))}
        </TableBody>
      </Table>
      <Pager
        cursor={cursor ?? undefined}
        page={list.data}
        hrefOf={(at) => `/audit${queryString({ cursor: at })}`}
      />
    </div>
  )
}

/** What was done, to what, by whom, when; on a phone who and when come first, on one line. */
function AuditRow({ entry, currency }: { entry: AuditEntry; currency: string }) {
  const { locale } = usePlace()
  const href = auditHref(entry) ?? undefined
  return (
    <Row className={cn('min-h-0 gap-y-0.5', href ? '' : 'hover:bg-surface @2xl:hover:bg-transparent')}>
      <Cell className="order-3 col-span-2">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium @2xl:whitespace-nowrap @4xl:flex-nowrap">
          {auditAction(entry, locale)}
          <Unusual outcome={entry.outcome} />
        </span>
      </Cell>
      <Cell className="order-4 col-span-2 @2xl:w-[99%] @2xl:max-w-0">
        <About entry={entry} href={href} currency={currency} />
      </Cell>
      <Cell className="order-1 @2xl:max-w-40">
        <bdi className="block truncate text-muted text-sm @2xl:text-base @2xl:text-text">
          {entry.user ? entry.user.name || audit.gone : audit.nobody}
        </bdi>
      </Cell>
      <Cell className="order-2 justify-self-end text-muted text-sm @2xl:whitespace-nowrap @2xl:text-right">
        <RowTime iso={entry.created_at} href={href} />
      </Cell>
    </Row>
  )
}

/** What was carried out is not said; what failed or is open is. */
function Unusual({ outcome }: { outcome: AuditEntry['outcome'] }) {
  if (outcome === 'done') return null
  const { tone, Icon } = unusual[outcome]
  return (
    <span title={audit.meaning[outcome]} className="inline-flex">
      <Badge tone={tone} icon={<Icon aria-hidden strokeWidth={2.5} />}>
        {audit.outcome[outcome]}
      </Badge>
    </span>
  )
}

type AboutProps = { entry: AuditEntry; href: string | undefined; currency: string }

function About({ entry, href, currency }: AboutProps) {
  const name = auditObject(entry)
  const parts = auditParts(entry, usePlace())
  if (name === null && parts.length === 0) return null
  // A title gives way to its amount; anything else goes on below.
  const isPrice = name !== null && parts.length === 1 && parts.every((part) => 'amount' in part)
  return (
    <p className={cn('flex min-w-0 flex-wrap items-baseline gap-x-2', isPrice && '@2xl:flex-nowrap')}>
      {name === null ? null : href ? (
        <PageLink
          href={href}
          data-row
          dir="auto"
          title={name}
          className={`${rowLinkClasses} min-w-0 truncate`}
        >
          {name}
        </PageLink>
      ) : (
        <span dir="auto" title={name} className="min-w-0 truncate">
          {name}
        </span>
      )}
      {parts.length > 0 ? (
        <span className={cn('wrap-anywhere min-w-0 text-muted text-sm', isPrice && '@2xl:shrink-0')}>
          {parts.map((part, index) => (
            <Fragment key={'text' in part ? part.text : `${part.before} ${part.amount}`}>
              {index > 0 ? ' · ' : null}
              {'text' in part ? (
                <bdi>{part.text}</bdi>
              ) : (
                <>
                  {part.before ? `${part.before} ` : null}
                  <Amount amount={part.amount} currency={part.currency ?? currency} />
                </>
              )}
            </Fragment>
          ))}
        </span>
      ) : null}
    </p>
  )
}
