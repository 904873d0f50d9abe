import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'
import type { Tone } from './badge'

export type TimelineEntry = {
  key: string
  title: ReactNode
  when: ReactNode
  detail?: ReactNode
  tone?: Tone
  /** True for a future event, which is drawn hollow. */
  pending?: boolean
}

const dots: Record<Tone, string> = {
  neutral: 'border-neutral bg-neutral',
  success: 'border-border-strong bg-border-strong',
  danger: 'border-danger bg-danger',
  warning: 'border-warning bg-warning',
  muted: 'border-border-strong bg-border-strong',
}

export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label: string }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {entries.map((entry) => (
        <li key={entry.key} className="group relative flex gap-3 pb-5 last:pb-0">
          <span
            aria-hidden
            className="absolute top-4 bottom-[-0.25rem] left-[0.3125rem] w-px bg-border group-last:hidden"
          />
          <span
            aria-hidden
            className={cn(
              'relative mt-1.5 size-[0.6875rem] shrink-0 rounded-full border-2',
              dots[entry.tone ?? 'muted'],
              entry.pending && 'bg-surface',
            )}
          />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <p className="font-medium">{entry.title}</p>
              <p className="text-muted text-sm">{entry.when}</p>
            </div>
            {entry.detail ? <div className="mt-0.5 text-muted text-sm">{entry.detail}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}
