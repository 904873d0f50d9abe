'use client'

import { useQuery } from '@tanstack/react-query'
import { Check, CircleDashed, CircleHelp, X } from 'lucide-react'
import Link from 'next/link'
import { LoadFailed } from '@/components/data/load-failed'
import { Pager } from '@/components/filters/pager'
import { queryString } from '@/components/filters/query-string'
import { usePlace } from '@/components/locale/locale-provider'
import { DateTime } from '@/components/time/date-time'
import { zoneCity } from '@/components/time/format-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Cell, HeadCell, Row, rowLinkClasses, Table, TableBody, TableHead } from '@/components/ui/table'
import { audit } from '@/lib/messages/audit'
import { type AuditEntry, auditQuery } from './audit-query'
import { auditHref, auditNote } from './audit-words'

const outcomes = {
  done: { tone: 'success', Icon: Check },
  failed: { tone: 'danger', Icon: X },
  intent: { tone: 'neutral', Icon: CircleDashed },
  unknown: { tone: 'warning', Icon: CircleHelp },
} as const satisfies Record<AuditEntry['outcome'], { tone: Tone; Icon: unknown }>

/** What was done through the dashboard, newest first. */
export function AuditScreen({ cursor }: { cursor: string | null }) {
  const { timeZone } = usePlace()
  const list = useQuery(auditQuery(cursor))
  if (!list.data) {
    return list.error ? (
      <LoadFailed error={list.error} onRetry={() => list.refetch()} />
    ) : (
      <SkeletonRows rows={8} label={audit.loading} />
    )
  }
  const { data, next_cursor } = list.data
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
          <HeadCell className="w-28">{audit.columns.outcome}</HeadCell>
          <HeadCell className="w-44">{audit.columns.who}</HeadCell>
          <HeadCell className="w-40 whitespace-nowrap text-right">
            {audit.columns.when(zoneCity(timeZone))}
          </HeadCell>
        </TableHead>
        <TableBody>
          {data.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </TableBody>
      </Table>
      <Pager
        newestHref={cursor ? '/audit' : null}
        olderHref={next_cursor ? `/audit${queryString({ cursor: next_cursor })}` : null}
        newest={audit.newest}
        older={audit.older}
      />
    </div>
  )
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const href = auditHref(entry)
  const action = audit.actions[entry.action] ?? entry.action
  const note = auditNote(entry)
  const { tone, Icon } = outcomes[entry.outcome]
  return (
    <Row>
      <Cell className="@2xl:max-w-0">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 @2xl:flex-nowrap">
          {href ? (
            <Link href={href} prefetch={false} data-row className={`${rowLinkClasses} shrink-0`}>
              {action}
            </Link>
          ) : (
            <span className="shrink-0 font-medium">{action}</span>
          )}
          {note ? (
            <span dir="auto" title={note} className="min-w-0 truncate text-muted text-sm">
              {note}
            </span>
          ) : null}
        </span>
      </Cell>
      <Cell className="justify-self-end">
        <span title={audit.meaning[entry.outcome]} className="inline-flex">
          <Badge tone={tone} icon={<Icon aria-hidden strokeWidth={2.5} />}>
            {audit.outcome[entry.outcome]}
          </Badge>
        </span>
      </Cell>
      <Cell className="@2xl:max-w-44">
        <bdi className="block truncate text-sm @2xl:text-base">
          {entry.user ? entry.user.name || audit.gone : audit.nobody}
        </bdi>
      </Cell>
      <Cell className="self-end justify-self-end text-muted text-sm @2xl:text-right">
        <DateTime iso={entry.created_at} variant="row" />
      </Cell>
    </Row>
  )
}
