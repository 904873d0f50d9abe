'use client'

import { useRead } from '@/components/data/read'
import { type Column, RowLink, zonedLabel } from '@/components/list/columns'
import { dateFilter } from '@/components/list/date-filter'
import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import { ListScreen } from '@/components/list/list-screen'
import { useLocale } from '@/components/locale/locale-provider'
import { RowTime } from '@/components/time/date-time'
import type { AuditEntry, AuditFilter } from '@/lib/dashboard/schema/audit'
import { auditOutcomes } from '@/lib/dashboard/schema/tabs'
import { audit } from '@/lib/messages/audit'
import { AuditAbout, auditAction, UnusualOutcome } from './entry'

const PATH = '/settings/audit'

/** Renders the audit log. */
export function AuditScreen({ filter }: { filter: AuditFilter }) {
  const query = useRead('audit/list', filter, { staleTime: 0 })
  const filters: readonly FilterEntry<AuditFilter>[] = [
    choiceFilter('member', audit.memberFilter, query.data?.members ?? {}),
    choiceFilter('group', audit.groupFilter, audit.groups),
    dateFilter,
  ]
  return (
    <ListScreen
      path={PATH}
      filter={filter}
      query={query}
      totals={query.data?.totals}
      statuses={auditOutcomes}
      tabTitles={audit.meaning}
      columns={columnsOf(useLocale())}
      // Cards are as high as their entry, because most entries have no object.
      rowProps={() => ({ className: 'min-h-0 gap-y-0.5' })}
      filters={filters}
      messages={audit}
      sumLabel={null}
      exportPath="/exports/audit/export"
      emptyAction={undefined}
    />
  )
}

type Look = { timeZone: string; locale: string }

function columnsOf({ timeZone, locale }: Look): readonly Column<AuditEntry>[] {
  const { columns } = audit
  return [
    {
      key: 'what',
      label: columns.what,
      className: '@max-2xl:col-span-2',
      cell: (entry) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium @2xl:whitespace-nowrap @4xl:flex-nowrap">
          <RowLink href={entryHref(entry)} copies={entry.id}>
            {auditAction(entry, locale)}
          </RowLink>
          <UnusualOutcome outcome={entry.outcome} />
        </span>
      ),
    },
    {
      key: 'about',
      label: columns.about,
      card: 'line',
      className: '@2xl:w-[99%] @2xl:max-w-0 @max-2xl:empty:hidden',
      cell: (entry) => <AuditAbout entry={entry} />,
    },
    {
      key: 'who',
      label: columns.who,
      width: 'w-36 min-w-28',
      className: 'text-sm @2xl:max-w-40',
      cell: ({ user }) => (
        <bdi title={user?.email} className="block truncate text-muted @2xl:text-text">
          {user ? user.name || audit.gone : audit.nobody}
        </bdi>
      ),
    },
    {
      key: 'address',
      label: columns.address,
      width: 'w-36 min-w-32',
      from: '4xl',
      card: 'none',
      className: 'tnum text-muted text-sm',
      cell: ({ address }) => <bdi className="block max-w-40 truncate">{address ?? ''}</bdi>,
    },
    {
      key: 'when',
      ...zonedLabel(columns.when, columns.whenIn, timeZone),
      width: 'w-32 min-w-28',
      align: 'end',
      card: 'end',
      className: 'text-muted text-sm @2xl:whitespace-nowrap',
      cell: (entry) => <RowTime iso={entry.created_at} href={entryHref(entry)} />,
    },
  ]
}

function entryHref({ id }: { id: string }): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
