import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'
import { BackLink } from './back-link'
import { TabTitle } from './tab-title'

type Props = {
  title: ReactNode
  /** What the tab calls the page, where that is not its title's own text. */
  tab?: string
  lead?: ReactNode
  /** The page's one primary button. */
  action?: ReactNode
  back?: { href: string; label: string }
  /** What the key `y` copies on this page: its object's address or id. */
  copies?: string | undefined
}

/** A page's name, the way back, and its one main verb. */
export function PageHeader({ title, tab, lead, action, back, copies }: Props) {
  const name = tab ?? (typeof title === 'string' ? title : null)
  return (
    <header data-copy={copies} className="mb-5 flex flex-col gap-1">
      {name ? <TabTitle name={name} /> : null}
      {back ? <BackLink {...back} /> : null}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        {/* One place for both, so that the verbs wrap below the sentence and never between. */}
        <div className={cn('flex min-w-0 flex-col gap-1', lead ? 'grow basis-72' : '')}>
          <h1 className="wrap-anywhere min-w-0 text-2xl">{title}</h1>
          {lead ? <div className="max-w-prose text-pretty text-muted">{lead}</div> : null}
        </div>
        {action}
      </div>
    </header>
  )
}
