'use client'

import { CircleAlert, CircleCheck, Clock, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { changeLinkImportAction } from '@/app/(dashboard)/[account]/links/import/actions'
import { useAct, useCan, useMember, useRead, useRenew } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { usePress } from '@/components/data/use-press'
import { Amount } from '@/components/money/amount'
import { InlineLink } from '@/components/navigation/link-looks'
import { useAccount } from '@/components/navigation/use-go'
import { PageHeader } from '@/components/page/page-header'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { Badge } from '@/components/ui/badge'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table'
import { accountPath } from '@/lib/dashboard/account-address'
import type { LinkImportDetail } from '@/lib/dashboard/link-imports/get-link-import'
import { isImportInProgress, type LinkImport } from '@/lib/dashboard/link-imports/shape'
import { numberFormat } from '@/lib/domain/formatters'
import { linkHref, problemSentence } from './face'

const POLL_MS = 1_000

/** Renders the progress and result of a link import. The worker continues without this page. */
export function LinkImportScreen({ id }: { id: string }) {
  const { currency } = useMember().account
  const t = useTexts()
  const query = useRead(
    'link-imports/detail',
    { id },
    { refetchInterval: ({ state }) => (isImportInProgress(state.data?.linkImport) ? POLL_MS : false) },
  )
  const header = (
    <PageHeader back={{ href: '/links', label: t('links.title') }} title={t('link-imports.progress.title')} />
  )
  if (!query.data)
    return (
      <>
        {header}
        <QueryFallback query={query} label={t('links.loading')} />
      </>
    )
  const { linkImport, rows } = query.data
  const { name, state, done, failed, total, problem } = linkImport
  const bar = t('link-imports.progress.bar', { done: done + failed, total })
  // The file is in its order; failures are what a person looks for.
  const sorted = rows.toSorted(
    (one, other) => Number(other.state === 'FAILED') - Number(one.state === 'FAILED'),
  )
  return (
    <>
      {header}
      <div className="flex flex-col gap-4">
        <Card className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p dir="auto" className="wrap-anywhere text-muted text-sm">
                {name}
              </p>
              <h2 className="text-lg" role="status">
                {t(`link-imports.progress.state.${state}`)}
              </h2>
            </div>
            <Actions linkImport={linkImport} />
          </div>
          <Progress label={bar} text={bar} done={total === 0 ? 1 : (done + failed) / total} />
          {failed > 0 ? (
            <p className="text-danger">{t('link-imports.progress.failed', { count: failed })}</p>
          ) : null}
          {isImportInProgress(linkImport) ? (
            <p className="text-muted text-sm">{t('link-imports.progress.lead')}</p>
          ) : null}
          {problem && state === 'STOPPED' ? (
            <Banner tone="danger" title={problemSentence(problem, t)} />
          ) : problem ? (
            <Banner tone="warning" title={t('link-imports.progress.waits')} />
          ) : null}
          {state === 'DONE' ? (
            <InlineLink className="self-start text-sm" href="/links/import">
              {t('link-imports.progress.again')}
            </InlineLink>
          ) : null}
        </Card>
        <RowsTable
          label={t('link-imports.progress.result')}
          heads={[t('link-imports.name'), t('link-imports.amount'), t('link-imports.progress.result')]}
          rows={sorted.map((row) => ({
            key: String(row.position),
            row: row.position,
            name: row.link_id ? <InlineLink href={linkHref(row.link_id)}>{row.title}</InlineLink> : row.title,
            value: <Amount amount={row.amount} currency={currency} />,
            note: <Result {...row} />,
          }))}
        />
      </div>
    </>
  )
}

function Actions({ linkImport: { id, state, done } }: { linkImport: LinkImport }) {
  const t = useTexts()
  const mayChange = useCan('links.create')
  const change = useAct(changeLinkImportAction)
  const renew = useRenew('link-imports')
  const account = useAccount()
  const { busy, press } = usePress()
  const isStopped = state === 'STOPPED'
  async function turn() {
    const what = t(isStopped ? 'link-imports.progress.notResumed' : 'link-imports.progress.notStopped')
    const failed = { about: `link-import:${id}`, what, retry: () => void turn() }
    if (await press(() => change({ id, state: isStopped ? 'QUEUED' : 'STOPPED' }), failed)) await renew()
  }
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
      {mayChange && state !== 'DONE' ? (
        <Button variant={isStopped ? 'primary' : 'secondary'} busy={busy} onClick={turn}>
          {t(isStopped ? 'link-imports.progress.resume' : 'link-imports.progress.stop')}
        </Button>
      ) : null}
      {done > 0 && (isStopped || state === 'DONE') ? (
        <Button asChild variant={isStopped ? 'secondary' : 'primary'} Icon={Download}>
          <a href={accountPath(account, `/links/import/${encodeURIComponent(id)}/export`)} download>
            {t('link-imports.progress.download')}
          </a>
        </Button>
      ) : null}
    </div>
  )
}

const looks = {
  WAITING: { tone: 'neutral', Icon: Clock },
  DONE: { tone: 'success', Icon: CircleCheck },
  FAILED: { tone: 'danger', Icon: CircleAlert },
} as const

function Result({ state, problem }: Pick<LinkImportDetail['rows'][number], 'state' | 'problem'>) {
  const t = useTexts()
  return (
    <>
      <Badge {...looks[state]}>{t(`link-imports.progress.rowState.${state}`)}</Badge>
      {problem ? <span className="ml-2 text-danger">{problemSentence(problem, t)}</span> : null}
    </>
  )
}

/** Limit for slow phones. */
const SHOWN_MAX = 100

type RowsTableProps = {
  label: string
  heads: readonly [string, string, string]
  rows: readonly { key: string; row: number; name: ReactNode; value: ReactNode; note: ReactNode }[]
}

/** Renders numbered rows, on a phone with the note below name and value. */
export function RowsTable({ label, heads, rows }: RowsTableProps) {
  const t = useTexts()
  const number = numberFormat(useLocale().locale)
  const hidden = rows.length - SHOWN_MAX
  return (
    <>
      <Table label={label}>
        <TableHead>
          {[t('link-imports.row'), ...heads].map((head) => (
            <HeadCell key={head}>{head}</HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {rows.slice(0, SHOWN_MAX).map(({ key, row, name, value, note }) => (
            <Row
              key={key}
              className="min-h-0 grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 py-2.5 *:wrap-anywhere"
            >
              <Cell className="tnum text-muted text-sm">{number.format(row)}</Cell>
              <Cell dir="auto" className="font-medium">
                {name}
              </Cell>
              <Cell dir="auto">{value}</Cell>
              <Cell className="col-span-2 col-start-2 text-sm">{note}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {hidden > 0 ? (
        <p className="text-muted text-sm">{t('link-imports.hiddenRows', { count: hidden })}</p>
      ) : null}
    </>
  )
}
