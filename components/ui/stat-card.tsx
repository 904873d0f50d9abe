import type { ReactNode } from 'react'

type Props = { label: string; value: ReactNode; note?: ReactNode; action?: ReactNode }

/** Renders one figure with label and note. */
export function StatCard({ label, value, note, action }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-lg bg-surface p-4 shadow-card">
      <p className="text-muted text-sm">{label}</p>
      <p className="tnum wrap-anywhere min-w-0 font-semibold text-lg sm:text-xl tracking-tight">{value}</p>
      {note ? <p className="text-muted text-xs">{note}</p> : null}
      {action}
    </div>
  )
}
