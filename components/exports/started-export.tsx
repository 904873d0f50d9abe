'use client'

import { Download, FolderDown } from 'lucide-react'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Button } from '@/components/ui/button'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { ExportJob } from '@/lib/dashboard/schema/export'
import { exports as copy } from '@/lib/messages/exports'

type Props = {
  job: ExportJob | null
  /** True for the icon alone, for phones. */
  isNarrow?: boolean
}

/**
 * Renders the state of a file that was started here with a link to the exports, and then the file itself once it is
 * ready.
 */
export function StartedExport({ job, isNarrow = false }: Props) {
  const look = isNarrow ? 'max-sm:min-w-11 max-sm:px-0' : ''
  const text = isNarrow ? 'max-sm:sr-only' : ''
  const account = useAccount()
  return (
    <span role="status" className="empty:hidden">
      {job === null ? null : job.state === 'DONE' ? (
        <Button asChild size="sm" icon={<Download aria-hidden className="size-4" />} className={look}>
          <a
            href={accountPath(account, `/exports/${encodeURIComponent(job.id)}/export`)}
            download
            title={job.name}
          >
            <span className={text}>{copy.ready}</span>
            <span className="sr-only"> {job.name}</span>
          </a>
        </Button>
      ) : (
        <Button
          asChild
          size="sm"
          variant="quiet"
          icon={<FolderDown aria-hidden className="size-4" />}
          className={look}
        >
          <PageLink href="/exports">
            <span className={text}>{copy.start.stateOf(copy.state[job.state])}</span>
          </PageLink>
        </Button>
      )}
    </span>
  )
}
