'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, Download } from 'lucide-react'
import { useState } from 'react'
import { failureToast } from '@/components/data/failure-toast'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { problemSentence } from '@/components/links/problem-sentence'
import { linkImportQuery } from '@/components/links/queries'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Badge } from '@/components/ui/badge'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Progress } from '@/components/ui/progress'
import { Cell, HeadCell, Row, rowLinkClasses, Table, TableBody, TableHead } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { useToast } from '@/components/ui/toast'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import {
  isImportInProgress,
  type LinkImport,
  type LinkImportDetail,
  type LinkImportRow,
} from '@/lib/dashboard/schema/link-import'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { linkImports } from '@/lib/messages/link-imports'
import { links } from '@/lib/messages/links'

const copy = linkImports.progress
const POLL_MS = 1_000
/** Limit for slow phones; the file has all rows. */
const SHOWN_MAX = 100

/** Stops (STOPPED) or resumes (QUEUED) an import; null for members who may not. */
type ChangeLinkImport =
  | ((input: { id: string; state: 'STOPPED' | 'QUEUED' }) => Promise<ActionResult<LinkImport>>)
  | null

type Props = { initial: LinkImportDetail; currency: string; change: ChangeLinkImport }

/** Renders the progress and result of a link import. The worker continues without this page. */
export function LinkImportScreen({ initial, currency, change }: Props) {
  const { data } = useQuery({
    ...linkImportQuery(useAccount(), initial.linkImport.id),
    initialData: initial,
    refetchInterval: (query) =>
      isImportInProgress(query.state.data?.linkImport) ? POLL_MS : refetchAfterFailure(query),
  })
  const { linkImport, rows } = data
  const { locale } = useLocale()
  const number = numberFormat(locale)
  const { state, done, failed, total, problem } = linkImport
  const over = done + failed
  return (
    <div className="flex flex-col gap-4">
      <section className="flex flex-col gap-4 rounded-lg bg-surface p-4 shadow-card sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p dir="auto" className="wrap-anywhere text-muted text-sm">
              {linkImport.name}
            </p>
            <h2 className="text-lg" role="status">
              {copy.state[state]}
            </h2>
          </div>
          <Actions linkImport={linkImport} change={change} />
        </div>
        <Progress
          label={copy.bar(number.format(over), number.format(total))}
          done={total === 0 ? 1 : over / total}
        />
        <dl className="tnum grid grid-cols-3 gap-3">
          {Object.entries({ DONE: done, FAILED: failed, WAITING: total - over } as const).map(
            ([name, count]) => (
              <div key={name} className="flex min-w-0 flex-col">
                <dt className="text-muted text-sm">{copy.rowState[name as LinkImportRow['state']]}</dt>
                <dd className="font-semibold text-xl">{number.format(count)}</dd>
              </div>
            ),
          )}
        </dl>
        {isImportInProgress(linkImport) ? <p className="text-muted text-sm">{copy.lead}</p> : null}
        {problem && state === 'STOPPED' ? (
          <Banner tone="danger" title={problemSentence(problem)} />
        ) : problem ? (
          <Banner tone="warning" title={copy.waits} />
        ) : null}
        {state === 'DONE' ? (
          <TextLink className="self-start text-sm">
            <PageLink href="/links/import">{copy.again}</PageLink>
          </TextLink>
        ) : null}
      </section>
      <Rows rows={rows} currency={currency} />
    </div>
  )
}

/** Renders Stop or Resume, and the download of what was created. */
function Actions({
  linkImport: { id, state, done },
  change,
}: {
  linkImport: LinkImport
  change: ChangeLinkImport
}) {
  const client = useQueryClient()
  const account = useAccount()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const isStopped = state === 'STOPPED'
  async function press() {
    setBusy(true)
    const result = await change?.({ id, state: isStopped ? 'QUEUED' : 'STOPPED' }).catch(() => null)
    setBusy(false)
    const what = isStopped ? copy.notResumed : copy.notStopped
    if (!result?.ok)
      toast({
        about: `link-import:${id}`,
        ...failureToast(result ?? null, { what, retry: () => void press() }),
      })
    await client.invalidateQueries({ queryKey: linkImportQuery(account, id).queryKey })
  }
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
      {change && state !== 'DONE' ? (
        <Button variant={isStopped ? 'primary' : 'secondary'} busy={busy} onClick={press}>
          {isStopped ? copy.resume : copy.stop}
        </Button>
      ) : null}
      {done > 0 && (isStopped || state === 'DONE') ? (
        <Button
          asChild
          variant={isStopped ? 'secondary' : 'primary'}
          icon={<Download aria-hidden className="size-4" />}
        >
          <a href={accountPath(account, `/links/import/${encodeURIComponent(id)}/export`)} download>
            {copy.download}
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

/** Renders the result of each row, failures first: the link or the problem. */
function Rows({ rows, currency }: { rows: readonly LinkImportRow[]; currency: string }) {
  const { locale } = useLocale()
  const failed = rows.filter(({ state }) => state === 'FAILED')
  const sorted = [...failed, ...rows.filter(({ state }) => state !== 'FAILED')]
  const hidden = sorted.length - SHOWN_MAX
  return (
    <>
      <Table label={copy.result}>
        <TableHead>
          <HeadCell>{linkImports.name}</HeadCell>
          <HeadCell className="text-right">{linkImports.amount}</HeadCell>
          <HeadCell>{copy.result}</HeadCell>
          <HeadCell className="w-12">
            <span className="sr-only">{links.share.copy}</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {sorted.slice(0, SHOWN_MAX).map((row) => (
            <ResultRow key={row.position} row={row} currency={currency} />
          ))}
        </TableBody>
      </Table>
      {hidden > 0 ? (
        <p className="text-muted text-sm">{linkImports.hiddenRows(numberFormat(locale).format(hidden))}</p>
      ) : null}
    </>
  )
}

function ResultRow({ row, currency }: { row: LinkImportRow; currency: string }) {
  const { title, amount, state, link_id, url, problem } = row
  const { tone, Icon } = looks[state]
  return (
    <Row className="min-h-0 grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 py-2.5">
      <Cell dir="auto" className="wrap-anywhere">
        {link_id ? (
          <PageLink href={`/links/${encodeURIComponent(link_id)}`} data-row className={rowLinkClasses}>
            {title}
          </PageLink>
        ) : (
          title
        )}
      </Cell>
      <Cell className="text-right">
        <Amount amount={amount} currency={currency} />
      </Cell>
      <Cell className="flex flex-wrap items-center gap-x-2 gap-y-1 @2xl:table-cell">
        <Badge tone={tone} icon={<Icon aria-hidden strokeWidth={2.5} />}>
          {copy.rowState[state]}
        </Badge>
        {problem ? <span className="text-danger text-sm @2xl:ml-2">{problemSentence(problem)}</span> : null}
      </Cell>
      <Cell className="relative z-10 -my-1.5 -mr-2.5 self-center justify-self-end @2xl:m-0">
        {url ? (
          <CopyButton
            iconOnly
            variant="quiet"
            value={url}
            label={common.copyThing(title)}
            copiedLabel={common.copied}
            failedLabel={common.copyFailed}
          />
        ) : null}
      </Cell>
    </Row>
  )
}
