'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { failureToast } from '@/components/data/failure-toast'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { QueryFallback } from '@/components/data/query-fallback'
import { problemSentence } from '@/components/links/problem-sentence'
import { linkImportQuery } from '@/components/links/queries'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
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
import { cn } from '@/lib/ui/cn'
import { LinkImportRows } from './link-import-rows'

const copy = linkImports.progress
const POLL_MS = 1_000

type ChangeLinkImport = (input: { id: string }) => Promise<ActionResult<LinkImport>>

type Props = { id: string; currency: string; stop: ChangeLinkImport | null; resume: ChangeLinkImport | null }

/** Renders the progress and result of a link import. The worker continues without this page. */
export function LinkImportScreen({ id, currency, stop, resume }: Props) {
  const account = useAccount()
  const { locale } = useLocale()
  const detail = useQuery({
    ...linkImportQuery(account, id),
    refetchInterval: (query) =>
      isImportInProgress(query.state.data?.linkImport) ? POLL_MS : refetchAfterFailure(query),
  })
  if (!detail.data) {
    return <QueryFallback query={detail} label={copy.loading} />
  }
  const { linkImport, rows } = detail.data
  const number = numberFormat(locale)
  const over = linkImport.done + linkImport.failed
  const stopped = linkImport.state === 'STOPPED'
  const changeState =
    isImportInProgress(linkImport) && stop
      ? { label: copy.stop, failed: copy.notStopped, call: stop, primary: false }
      : stopped && resume
        ? { label: copy.resume, failed: copy.notResumed, call: resume, primary: true }
        : null
  return (
    <div className="flex flex-col gap-4">
      <section className="flex flex-col gap-4 rounded-lg bg-surface p-4 shadow-card sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p dir="auto" className="wrap-anywhere text-muted text-sm">
              {linkImport.name}
            </p>
            <h2 className="text-lg" role="status">
              {copy.state[linkImport.state]}
            </h2>
          </div>
          {/* One button exists in every state, which keeps the layout stable. */}
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
            {changeState ? <Steer id={id} {...changeState} /> : null}
            {linkImport.done > 0 && !isImportInProgress(linkImport) ? (
              <Button
                asChild
                variant={linkImport.state === 'DONE' ? 'primary' : 'secondary'}
                // The Resume button takes the position of the Stop button.
                className={stopped ? 'sm:order-first' : ''}
                icon={<Download aria-hidden className="size-4" />}
              >
                <a href={accountPath(account, `/links/import/${encodeURIComponent(id)}/export`)} download>
                  {copy.download}
                </a>
              </Button>
            ) : null}
          </div>
        </div>
        <Progress
          label={copy.bar(number.format(over), number.format(linkImport.total))}
          done={linkImport.total === 0 ? 1 : over / linkImport.total}
        />
        <dl className="tnum grid grid-cols-3 gap-3">
          <Count name={copy.rowState.DONE} value={number.format(linkImport.done)} />
          <Count
            name={copy.rowState.FAILED}
            value={number.format(linkImport.failed)}
            bad={linkImport.failed > 0}
          />
          <Count name={copy.rowState.WAITING} value={number.format(linkImport.total - over)} />
        </dl>
        {isImportInProgress(linkImport) ? <p className="text-muted text-sm">{copy.lead}</p> : null}
        {linkImport.problem ? (
          <Banner
            tone={stopped ? 'danger' : 'warning'}
            title={stopped ? problemSentence(linkImport.problem) : copy.waits}
          />
        ) : null}
        {linkImport.state === 'DONE' ? (
          <TextLink className="self-start text-sm">
            <PageLink href="/links/import">{copy.again}</PageLink>
          </TextLink>
        ) : null}
      </section>
      <LinkImportRows rows={rows} currency={currency} />
    </div>
  )
}

function Count({ name, value, bad = false }: { name: string; value: string; bad?: boolean }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className={cn('font-semibold text-xl', bad && 'text-danger')}>{value}</dd>
    </div>
  )
}

type SteerProps = { id: string; label: string; failed: string; call: ChangeLinkImport; primary: boolean }

function Steer({ id, label, failed, call, primary }: SteerProps) {
  const client = useQueryClient()
  const account = useAccount()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    const result = await call({ id }).catch(() => null)
    setBusy(false)
    const { queryKey } = linkImportQuery(account, id)
    if (result?.ok) {
      const linkImport = result.data
      client.setQueryData<LinkImportDetail>(queryKey, (known) => known && { ...known, linkImport })
    } else
      toast({
        about: `link-import:${id}`,
        ...failureToast(result, { what: failed, retry: () => void press() }),
      })
    await client.invalidateQueries({ queryKey })
  }
  return (
    <Button variant={primary ? 'primary' : 'secondary'} busy={busy} onClick={press}>
      {label}
    </Button>
  )
}
