'use client'

import { CircleAlert, CircleCheck, CircleDashed, Clock, Download, Trash2 } from 'lucide-react'
import { removeExportAction } from '@/app/(dashboard)/[account]/exports/actions'
import { useAct, useRead, useRenew } from '@/components/data/member'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { QueryFallback } from '@/components/data/query-fallback'
import { ShortAddress } from '@/components/data/short-id'
import { usePress } from '@/components/data/use-press'
import { useAccount } from '@/components/navigation/use-go'
import { useTexts } from '@/components/texts/texts-provider'
import { nonBreaking } from '@/components/time/format-time'
import { useTimes } from '@/components/time/times'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Progress } from '@/components/ui/progress'
import { useToast } from '@/components/ui/toast'
import { accountPath } from '@/lib/dashboard/account-address'
import { type ExportState, isExportInProgress } from '@/lib/dashboard/exports/shape'
import type { ReadData } from '@/lib/reads'

const EXPORTS_POLL_MS = 2_000

type ExportJob = ReadData<'exports/list'>['exports'][number]

/** Renders the account's files, each with its progress until it is ready. */
export function ExportsScreen() {
  const t = useTexts()
  const query = useRead(
    'exports/list',
    {},
    {
      refetchInterval: (running) =>
        running.state.data?.exports.some(isExportInProgress) ? EXPORTS_POLL_MS : refetchAfterFailure(running),
    },
  )
  if (!query.data) return <QueryFallback query={query} label={t('export-list.loading')} />
  if (query.data.exports.length === 0) {
    return (
      <EmptyState kind="none" title={t('export-list.emptyTitle')}>
        {t('export-list.emptyHint')}
      </EmptyState>
    )
  }
  return (
    <ul aria-label={t('export-list.listLabel')} className="rounded-lg bg-surface shadow-card">
      {query.data.exports.map((job) => (
        <li
          key={job.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-border/70 border-t p-4 first:border-t-0 sm:flex-nowrap sm:px-5"
        >
          <About job={job} />
          <Actions job={job} />
        </li>
      ))}
    </ul>
  )
}

function About({ job }: { job: ExportJob }) {
  const t = useTexts()
  const { shortTime } = useTimes()
  const { tone, Icon } = looks[job.state]
  const moment = (iso: string) => nonBreaking(shortTime(iso))
  const maker =
    job.made_by === null ? t('export-list.formerMember') : t('export-list.madeBy', { name: job.made_by })
  const progress =
    job.rows_total === null
      ? t('export-list.counting')
      : t('export-list.rows', { done: job.rows_done, total: job.rows_total })
  return (
    <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ShortAddress address={job.name} className="font-medium font-sans text-base" />
        <span role="status">
          <Badge tone={tone} Icon={Icon}>
            {t(`export-list.state.${job.state}`)}
          </Badge>
        </span>
      </div>
      {isExportInProgress(job) ? (
        <Progress
          label={job.name}
          done={job.rows_total ? job.rows_done / job.rows_total : null}
          text={progress}
          className="max-w-md"
        />
      ) : null}
      {job.state === 'FAILED' ? (
        <p className="text-danger text-sm">
          {t.first(`export-list.failedBecause.${job.problem}`, 'export-list.failedElse')}
        </p>
      ) : null}
      <p className="tnum text-muted text-sm">
        {[
          job.state === 'DONE' ? t('export-list.counted', { count: job.rows_done }) : null,
          job.as_of ? t('export-list.asOf', { when: moment(job.as_of) }) : moment(job.created_at),
          maker,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

const looks = {
  QUEUED: { tone: 'neutral', Icon: Clock },
  RUNNING: { tone: 'neutral', Icon: CircleDashed },
  DONE: { tone: 'success', Icon: CircleCheck },
  FAILED: { tone: 'danger', Icon: CircleAlert },
} as const satisfies Record<ExportState, { tone: Tone; Icon: unknown }>

function Actions({ job }: { job: ExportJob }) {
  const t = useTexts()
  const remove = useAct(removeExportAction)
  const renew = useRenew('exports')
  const account = useAccount()
  const toast = useToast()
  const { busy, press } = usePress()
  const isOpen = isExportInProgress(job)
  async function drop() {
    const about = `export:${job.id}`
    const what = t(isOpen ? 'export-list.cancelFailed' : 'export-list.removeFailed')
    const result = await press(() => remove({ id: job.id }), { about, what, retry: () => void drop() })
    if (result && !isOpen) toast({ about, message: t('export-list.removed', { name: job.name }) })
    await renew()
  }
  return (
    <div className="flex flex-wrap gap-2">
      {job.state === 'DONE' ? (
        <Button asChild Icon={Download}>
          <a
            href={accountPath(account, `/exports/${encodeURIComponent(job.id)}/export`)}
            download
            aria-label={t('export-list.downloadOf', { name: job.name })}
          >
            {t('export-list.download')}
          </a>
        </Button>
      ) : null}
      <Button
        variant="quiet"
        busy={busy}
        Icon={isOpen ? undefined : Trash2}
        aria-label={t(isOpen ? 'export-list.cancelOf' : 'export-list.removeOf', { name: job.name })}
        onClick={drop}
      >
        {t(isOpen ? 'export-list.cancel' : 'export-list.remove')}
      </Button>
    </div>
  )
}
