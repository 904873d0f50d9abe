'use client'

import { useRead } from '@/components/data/member'
import { IdProperty } from '@/components/data/short-id'
import { DetailFallback, type ListOf, useBackTo } from '@/components/detail/detail-screen'
import { PageHeader } from '@/components/page/page-header'
import { useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { Property, PropertyList } from '@/components/ui/property-list'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table'
import type { AuditEntry } from '@/lib/dashboard/audit/list-audit'
import { AuditAbout, auditAction, auditChanges, UnusualOutcome } from './entry'

const list: ListOf = {
  path: '/settings/audit',
  title: 'audit.title',
  one: 'audit.one',
  loading: 'audit.loading',
}

export function AuditEntryScreen({ id }: { id: string }) {
  const t = useTexts()
  const query = useRead('audit/detail', { id })
  const back = useBackTo(list)
  const entry = query.data
  if (!entry) return <DetailFallback list={list} query={query} />
  const what = auditAction(t, entry)
  const changes = auditChanges(entry)
  return (
    <>
      <PageHeader
        back={back}
        copies={entry.id}
        tab={what}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {what}
            <UnusualOutcome outcome={entry.outcome} />
          </span>
        }
        lead={entry.outcome === 'done' ? undefined : t(`audit.meaning.${entry.outcome}`)}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          <AuditAbout entry={entry} />
          {changes.length > 0 ? (
            <Table label={t('audit.detail.change')}>
              <TableHead>
                <HeadCell className="w-36">{t('audit.detail.field')}</HeadCell>
                <HeadCell>{t('audit.detail.before')}</HeadCell>
                <HeadCell>{t('audit.detail.after')}</HeadCell>
              </TableHead>
              <TableBody>
                {changes.map(({ field, before, after }) => (
                  <Row key={field}>
                    <Cell className="font-medium @max-2xl:col-span-2">{field}</Cell>
                    <Value label={t('audit.detail.before')} value={before} />
                    <Value label={t('audit.detail.after')} value={after} />
                  </Row>
                ))}
              </TableBody>
            </Table>
          ) : null}
        </div>
        <EntryProperties entry={entry} />
      </div>
    </>
  )
}

function Value({ label, value }: { label: string; value: string | null }) {
  const t = useTexts()
  return (
    <Cell className="wrap-anywhere @max-2xl:col-span-2">
      <span className="mr-2 text-muted text-sm @2xl:hidden">{label}</span>
      <bdi>{value ?? t('audit.detail.nothing')}</bdi>
    </Cell>
  )
}

function EntryProperties({ entry }: { entry: AuditEntry }) {
  const t = useTexts()
  const { id, user, address, object_id: objectId, account, created_at, finished_at } = entry
  const browser = browserOf(entry.details)
  return (
    <Card title={t('audit.detail.properties')}>
      <PropertyList>
        <Property name={t('audit.detail.who')}>
          <bdi className="wrap-anywhere">{user ? user.name || t('audit.gone') : t('audit.nobody')}</bdi>
          {user?.email ? <bdi className="wrap-anywhere block text-muted text-sm">{user.email}</bdi> : null}
        </Property>
        <Property name={t('audit.detail.when')}>
          <DateTime iso={created_at} />
        </Property>
        <Property name={t('audit.detail.ended')}>
          {finished_at && finished_at !== created_at ? <DateTime iso={finished_at} /> : null}
        </Property>
        <Property name={t('audit.detail.outcome')}>{t(`audit.status.${entry.outcome}`)}</Property>
        <Property name={t('audit.detail.address')}>
          {address ? <bdi className="tnum wrap-anywhere">{address}</bdi> : null}
        </Property>
        <Property name={t('audit.detail.browser')}>
          {browser ? <bdi className="wrap-anywhere text-sm">{browser}</bdi> : null}
        </Property>
        <Property name={t('audit.detail.account')}>{account ? <bdi>{account}</bdi> : null}</Property>
        {objectId ? <IdProperty id={objectId} name={t('audit.detail.object')} /> : null}
        <IdProperty id={id} name={t('audit.detail.id')} />
      </PropertyList>
    </Card>
  )
}

function browserOf(details: unknown): string | null {
  if (typeof details !== 'object' || details === null || !('user_agent' in details)) return null
  return typeof details.user_agent === 'string' ? details.user_agent : null
}
