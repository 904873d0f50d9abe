import type { ReactNode } from 'react'

type Props = {
  label: string
  /** True if the totals are muted below a notice. */
  rests?: boolean
  children: ReactNode
}

/** Renders totals across a detail page. An odd last one takes the whole line on a phone. */
export function Figures({ label, rests = false, children }: Props) {
  return (
    <dl
      aria-label={label}
      data-rests={rests || undefined}
      className="group/stats grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-border/70 shadow-card *:bg-surface lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none"
    >
      {children}
    </dl>
  )
}

/** Renders one total. The line of its note is reserved, which keeps the layout stable. */
export function Figure({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 px-4 py-3.5 last:odd:col-span-2 sm:px-5 lg:last:odd:col-span-1">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="flex min-w-0 flex-col gap-0.5">
        <span className="tnum wrap-anywhere font-semibold text-lg tracking-tight transition-colors group-data-rests/stats:text-muted sm:text-xl">
          {children}
        </span>
        <span className="wrap-anywhere text-muted text-xs">
          {note ?? <span aria-hidden>{'\u00a0'}</span>}
        </span>
      </dd>
    </div>
  )
}
