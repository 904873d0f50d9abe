import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

type Props = { id: string; title: string; lead: ReactNode; children: ReactNode }

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
        <div className="mt-0.5 text-pretty text-muted text-sm">{lead}</div>
      </header>
      <div className="flex min-w-0 flex-col gap-3">{children}</div>
    </section>
  )
}

/** Renders the surface that holds a section's content. */
export function Panel({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn('min-w-0 rounded-lg bg-surface shadow-card', className)}>{children}</div>
}
