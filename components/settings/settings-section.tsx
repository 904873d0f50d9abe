import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageLink } from '@/components/navigation/page-link'
import { cn } from '@/lib/ui/cn'

type Props = { id: string; title: string; lead?: ReactNode; children: ReactNode }

/** Renders one section of the settings: name and purpose on the left, content on the right. */
export function SettingsSection({ id, title, lead, children }: Props) {
  return (
    <section
      aria-labelledby={id}
      className="grid scroll-mt-6 grid-cols-1 gap-x-10 gap-y-3 border-t py-7 first:border-t-0 first:pt-1 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <header className="max-w-prose lg:pt-1">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {lead ? <div className="mt-0.5 text-pretty text-muted text-sm">{lead}</div> : null}
      </header>
      <div className="flex min-w-0 flex-col gap-3">{children}</div>
    </section>
  )
}

export function Panel({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn('min-w-0 rounded-lg bg-surface shadow-card', className)}>{children}</div>
}

export function SettingRows({ children }: { children: ReactNode }) {
  return (
    <Panel className="px-4 py-1.5 sm:px-5">
      <dl data-properties className="flex flex-col">
        {children}
      </dl>
    </Panel>
  )
}

type RowProps = {
  name: string
  children: ReactNode
  action?: ReactNode
  mark?: ReactNode
  className?: string
}

/** Renders one name and its value. `action` wraps below the value if there is too little room; `mark` stays beside it. */
export function SettingRow({ name, children, action, mark, className }: RowProps) {
  return (
    <div
      className={cn(
        'flex min-h-11 items-baseline gap-3 border-border/70 border-t py-2 first:border-t-0 sm:items-center',
        className,
      )}
    >
      <dt className="w-22 shrink-0 text-muted text-sm sm:w-32">{name}</dt>
      <dd className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        {mark ? (
          <div className="flex min-w-0 flex-1 items-center gap-2">
            <div className="min-w-0 flex-1">{children}</div>
            {mark}
          </div>
        ) : (
          <div className="min-w-0 flex-1 basis-32">{children}</div>
        )}
        {action ? <div className="flex max-w-full items-center sm:-my-1 sm:shrink-0">{action}</div> : null}
      </dd>
    </div>
  )
}

export function LastFour({ label, last4 }: { label: string; last4: string }) {
  return (
    <>
      {label} <span className="font-mono">{last4}</span>
    </>
  )
}

type Row = { href: string; title: string; hint: string }

export function LinkRows({ rows }: { rows: readonly Row[] }) {
  return (
    <Panel className="overflow-hidden">
      <ul className="divide-y divide-border/70">
        {rows.map(({ href, title, hint }) => (
          <li key={href}>
            <PageLink
              href={href}
              className="flex min-h-11 items-center gap-3 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{title}</span>
                <span className="block text-muted text-sm">{hint}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </PageLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function LinkSection({ rows, ...section }: { id: string; title: string; rows: readonly Row[] }) {
  return (
    <SettingsSection {...section}>
      <LinkRows rows={rows} />
    </SettingsSection>
  )
}
