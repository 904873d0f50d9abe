import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'
import { BackLink } from './back-link'
import { TabTitle } from './tab-title'

type Props = {
  title: ReactNode
  /** Title of the browser's tab; defaults to the text of `title`. */
  tab?: string
  lead?: ReactNode
  /** The page's primary button. */
  action?: ReactNode
  back?: { href: string; label: string }
  /** Text that the key `y` copies: the object's URL or id. */
  copies?: string | undefined
}

/** Renders a page's title, the link back and the primary button. */
export function PageHeader({ title, tab, lead, action, back, copies }: Props) {
  const name = tab ?? (typeof title === 'string' ? title : null)
  return (
    <header data-copy={copies} className="mb-5 flex flex-col gap-1">
      {name ? <TabTitle name={name} /> : null}
      {back ? <BackLink {...back} /> : null}
      {/* The buttons of a header with a sentence are beside the title, or on a phone below the sentence. */}
      <div
        className={
          lead
            ? 'grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]'
            : 'flex flex-wrap items-start justify-between gap-x-4 gap-y-3'
        }
      >
        {/* The title is as high as a button, so the content begins at the same height with and without one. */}
        <h1 className={cn('wrap-anywhere min-w-0 text-2xl', !lead && 'py-px pointer-coarse:py-1.25')}>
          {title}
        </h1>
        {lead ? (
          <div className="min-w-0 max-w-prose text-pretty text-muted sm:col-span-2 sm:row-start-2">
            {lead}
          </div>
        ) : null}
        {action && lead ? <div className="max-sm:mt-2 sm:col-start-2 sm:row-start-1">{action}</div> : action}
      </div>
    </header>
  )
}
