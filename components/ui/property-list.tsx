import type { ReactNode } from 'react'

export function PropertyList({ children }: { children: ReactNode }) {
  return (
    <dl data-properties className="flex flex-col">
      {children}
    </dl>
  )
}

type Props = { name: string; children: ReactNode; action?: ReactNode }

/** Renders one name and its value; nothing without a value. `action`, usually a copy button, is at the end of the row. */
export function Property({ name, children, action }: Props) {
  if (children === null) return null
  return (
    // Buttons in a row do not enlarge it.
    <div className="flex items-start gap-3 border-border/70 border-t py-2.25 first:border-t-0">
      <dt className="w-22 shrink-0 text-muted text-sm leading-[1.375rem]">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-start gap-2">
        <div className="min-w-0 flex-1 wrap-break-word">{children}</div>
        {action}
      </dd>
    </div>
  )
}
