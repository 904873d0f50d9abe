'use client'

import { useRead } from '@/components/data/member'
import { type Column, RowLink } from '@/components/list/columns'
import { dateFilter } from '@/components/list/date-filter'
import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import { useListMessages } from '@/components/list/list-messages'
import { ListScreen } from '@/components/list/list-screen'
import { useTexts } from '@/components/texts/texts-provider'
import { RowTime } from '@/components/time/date-time'
import type { AuditEntry, AuditFilter } from '@/lib/dashboard/audit/list-audit'
import { auditGroups, auditOutcomes } from '@/lib/dashboard/audit/shape'
import type { Translate } from '@/lib/messages/translator'
import { AuditAbout, auditAction, UnusualOutcome } from './entry'

const PATH = '/settings/audit'

export function AuditScreen({ filter }: { filter: AuditFilter }) {
  const t = useTexts()
  const messages = useListMessages('audit')
  const query = useRead('audit/list', filter, { staleTime: 0 })
  const filters: readonly FilterEntry<AuditFilter>[] = [
    choiceFilter('member', t('audit.memberFilter'), query.data?.members ?? {}),
    choiceFilter('group', t('audit.groupFilter'), groupNames(t)),
    dateFilter(t),
  ]
  return (
    <ListScreen
      path={PATH}
      filter={filter}
      query={query}
      totals={query.data?.totals}
      statuses={auditOutcomes}
      tabTitle={(outcome) => t.first(`audit.meaning.${outcome}`)}
      columns={columnsOf(t)}
      // Cards are as high as their entry, because most entries have no object.
      rowProps={() => ({ className: 'min-h-0 gap-y-0.5' })}
      filters={filters}
      messages={messages}
      exportPath="/exports/audit/export"
    />
  )
}

type Group = keyof typeof auditGroups

function groupNames(t: Translate): Record<Group, string> {
  const groups = Object.keys(auditGroups) as Group[] // Object.keys loses the key type.
  const names = groups.map((group) => [group, t(`audit.groups.${group}`)])
  return Object.fromEntries(names) as Record<Group, string> // The keys are those of `groups`.
}

function columnsOf(t: Translate): readonly Column<AuditEntry>[] {
  return [
    {
      key: 'what',
      label: t('audit.columns.what'),
      className: '@max-2xl:col-span-2',
      cell: (entry) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium @2xl:whitespace-nowrap @4xl:flex-nowrap">
          <RowLink href={entryHref(entry)} copies={entry.id}>
            {auditAction(t, entry)}
          </RowLink>
          <UnusualOutcome outcome={entry.outcome} />
        </span>
      ),
    },
    {
      key: 'about',
      label: t('audit.columns.about'),
      card: 'line',
      className: '@2xl:w-[99%] @2xl:max-w-0 @max-2xl:empty:hidden',
      cell: (entry) => <AuditAbout entry={entry} />,
    },
    {
      key: 'who',
      label: t('audit.columns.who'),
      width: 'w-36 min-w-28',
      className: 'text-sm @2xl:max-w-40',
      cell: ({ user }) => (
        <bdi title={user?.email} className="block truncate text-muted @2xl:text-text">
          {user ? user.name || t('audit.gone') : t('audit.nobody')}
        </bdi>
      ),
    },
    {
      key: 'address',
      label: t('audit.columns.address'),
      width: 'w-36 min-w-32',
      from: '4xl',
      card: 'none',
      className: 'tnum text-muted text-sm',
      cell: ({ address }) => <bdi className="block max-w-40 truncate">{address ?? ''}</bdi>,
    },
    {
      key: 'when',
      label: t('audit.columns.when'),
      labelIn: (zone) => t('audit.columns.whenIn', { zone }),
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
