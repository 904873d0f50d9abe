'use client'

import { CircleAlert, CircleCheck, Clock, Download } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { failureToast } from '@/components/data/failure'
import { RefreshEvery } from '@/components/data/refresh-every'
import { problemSentence } from '@/components/links/problem-sentence'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { useAccount } from '@/components/navigation/use-go'
import { RowTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import { TextLink } from '@/components/ui/text-link'
import { useToast } from '@/components/ui/toast'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import {
  isImportInProgress,
  type LinkImport,
  type LinkImportDetail,
} from '@/lib/dashboard/schema/link-import'
import { numberFormat } from '@/lib/domain/formatters'
import { linkImports } from '@/lib/messages/link-imports'
import { RowsTable } from './rows-table'

const copy = linkImports.progress
const POLL_MS = 1_000

type Props = LinkImportDetail & {
  currency: string
  /** Stops (STOPPED) or resumes (QUEUED) an import; null for members who may not. */
  change: ((input: { id: string; state: 'STOPPED' | 'QUEUED' }) => Promise<ActionResult<LinkImport>>) | null
}

/** Renders the progress and result of a link import. The worker continues without this page. */
export function LinkImportScreen({ linkImport, rows, currency, change }: Props) {
  const { locale } = useLocale()
  const number = numberFormat(locale)
  const { name, state, done, failed, total, problem } = linkImport
  const bar = copy.bar(number.format(done + failed), number.format(total))
  // The file is in its order; failures are what a person looks for.
  const sorted = rows.toSorted(
    (one, other) => Number(other.state === 'FAILED') - Number(one.state === 'FAILED'),
  )
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p dir="auto" className="wrap-anywhere text-muted text-sm">
              {name}
            </p>
            <h2 className="text-lg" role="status">
              {copy.state[state]}
            </h2>
          </div>
          <Actions linkImport={linkImport} change={change} />
        </div>
        <Progress label={bar} text={bar} done={total === 0 ? 1 : (done + failed) / total} />
        {failed > 0 ? <p className="text-danger">{copy.failed(number.format(failed))}</p> : null}
        {isImportInProgress(linkImport) ? (
          <p className="text-muted text-sm">
            {copy.lead}
            <RefreshEvery ms={POLL_MS} />
          </p>
        ) : null}
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
      </Card>
      <RowsTable
        label={copy.result}
        heads={[linkImports.name, linkImports.amount, copy.result]}
        rows={sorted.map((row) => ({
          key: String(row.position),
          row: row.position,
          name: row.link_id ? (
            <TextLink>
              <PageLink href={`/links/${encodeURIComponent(row.link_id)}`}>{row.title}</PageLink>
            </TextLink>
          ) : (
            row.title
          ),
          value: <Amount amount={row.amount} currency={currency} />,
          note: <Result {...row} />,
        }))}
      />
    </div>
  )
}

/** Renders Stop or Resume, and the download of what was created. */
function Actions({ linkImport: { id, state, done }, change }: Pick<Props, 'linkImport' | 'change'>) {
  const router = useRouter()
  const account = useAccount()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const isStopped = state === 'STOPPED'
  async function press() {
    setBusy(true)
    const result = (await change?.({ id, state: isStopped ? 'QUEUED' : 'STOPPED' }).catch(() => null)) ?? null
    setBusy(false)
    if (result?.ok) return router.refresh()
    const what = isStopped ? copy.notResumed : copy.notStopped
    toast({ about: `link-import:${id}`, ...failureToast(result, { what, retry: () => void press() }) })
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

function Result({ state, problem }: Pick<LinkImportDetail['rows'][number], 'state' | 'problem'>) {
  const { tone, Icon } = looks[state]
  return (
    <>
      <Badge tone={tone} icon={<Icon aria-hidden strokeWidth={2.5} />}>
        {copy.rowState[state]}
      </Badge>
      {problem ? <span className="ml-2 text-danger">{problemSentence(problem)}</span> : null}
    </>
  )
}

/** Renders the latest link imports. */
export function LinkImportsList({ imports }: { imports: readonly LinkImport[] }) {
  const number = numberFormat(useLocale().locale)
  return (
    <Card title={linkImports.recent}>
      <ul className="flex flex-col">
        {imports.map(({ id, name, state, total, done, failed, created_at }) => {
          const href = `/links/import/${encodeURIComponent(id)}`
          return (
            <li
              key={id}
              className="relative flex flex-wrap items-center gap-x-4 gap-y-0.5 py-2 hover:bg-hover"
            >
              <PageLink
                href={href}
                dir="auto"
                className="hit wrap-anywhere grow basis-48 font-medium after:absolute after:inset-0 after:content-['']"
              >
                {name}
              </PageLink>
              <span className="text-sm">{copy.state[state]}</span>
              <span className="tnum text-muted text-sm">
                {copy.bar(number.format(done + failed), number.format(total))}
              </span>
              <span className="text-muted text-sm">
                <RowTime iso={created_at} href={href} />
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
