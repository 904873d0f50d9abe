'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, CirclePause, Clock } from 'lucide-react'
import { linkImportQuery } from '@/components/links/queries'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { RowTime } from '@/components/time/row-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import {
  isImportInProgress,
  type LinkImport,
  type LinkImportDetail,
} from '@/lib/dashboard/schema/link-import'
import { numberFormat } from '@/lib/domain/formatters'
import { linkImports } from '@/lib/messages/link-imports'

/** Renders the latest link imports. */
export function LinkImportsList({ imports }: { imports: readonly LinkImport[] }) {
  const client = useQueryClient()
  const account = useAccount()
  const { locale } = useLocale()
  const number = numberFormat(locale)
  const { progress, recent } = linkImports
  // The page may be older than the cached page of the import after Back.
  const newest = (linkImport: LinkImport) => {
    const seen = client.getQueryData<LinkImportDetail>(
      linkImportQuery(account, linkImport.id).queryKey,
    )?.linkImport
    return seen &&
      isImportInProgress(linkImport) &&
      seen.done + seen.failed >= linkImport.done + linkImport.failed
      ? seen
      : linkImport
  }
  return (
    <Card title={recent}>
      <ul className="flex flex-col">
        {imports.map(newest).map((linkImport) => (
          <li
            key={linkImport.id}
            className="relative -mx-2 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 rounded-md px-2 py-2 hover:bg-hover max-sm:mx-0 max-sm:rounded-none max-sm:border-border/70 max-sm:border-t max-sm:px-0 max-sm:py-2.5 max-sm:first:border-t-0 sm:grid-cols-[minmax(0,1fr)_7rem_11rem_7.5rem]"
          >
            <PageLink
              href={`/links/import/${encodeURIComponent(linkImport.id)}`}
              dir="auto"
              title={linkImport.name}
              className="hit flex min-w-0 items-center font-medium after:absolute after:inset-0 after:content-['']"
            >
              <span className="min-w-0 truncate">{linkImport.name}</span>
            </PageLink>
            <span className="justify-self-end sm:justify-self-start">
              <LinkImportBadge state={linkImport.state} />
            </span>
            <span className="tnum text-muted text-sm">
              {progress.bar(
                number.format(linkImport.done + linkImport.failed),
                number.format(linkImport.total),
              )}
            </span>
            <span className="text-right text-muted text-sm">
              <RowTime
                iso={linkImport.created_at}
                href={`/links/import/${encodeURIComponent(linkImport.id)}`}
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function LinkImportBadge({ state }: { state: LinkImport['state'] }) {
  const { tone, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden strokeWidth={2.5} />}>
      {linkImports.progress.state[state]}
    </Badge>
  )
}

const looks = {
  QUEUED: { tone: 'neutral', Icon: Clock },
  RUNNING: { tone: 'neutral', Icon: CircleDashed },
  STOPPED: { tone: 'warning', Icon: CirclePause },
  DONE: { tone: 'success', Icon: CircleCheck },
} as const satisfies Record<LinkImport['state'], { tone: Tone; Icon: unknown }>
