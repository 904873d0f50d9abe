import { ChevronRight, ChevronsLeft } from 'lucide-react'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { common } from '@/lib/messages/common'

type Props = { newestHref: string | null; olderHref: string | null; newest: string; older: string }

/** Keyset pages: onwards, or to the start; Back is the browser's. */
export function Pager({ newestHref, olderHref, newest, older }: Props) {
  if (!newestHref && !olderHref) return null
  return (
    <nav aria-label={common.pages} className="flex justify-end gap-2">
      {newestHref ? (
        <Button asChild size="sm" icon={<ChevronsLeft aria-hidden className="size-4" />}>
          <Link href={newestHref}>{newest}</Link>
        </Button>
      ) : null}
      {olderHref ? (
        <Button asChild size="sm">
          <Link href={olderHref}>
            {older}
            <ChevronRight aria-hidden className="size-4" />
          </Link>
        </Button>
      ) : null}
    </nav>
  )
}
