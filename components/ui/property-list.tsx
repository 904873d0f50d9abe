import type { ReactNode } from 'react'

/** Names and values of one object. */
export function PropertyList({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col">{children}</dl>
}

/** One name and its value; `action`, usually a copy button, follows the value wherever that ends. */
export function Property({
  name,
  children,
  action,
}: {
  name: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex min-h-10 items-center gap-3 border-border/70 border-t py-1.5 first:border-t-0">
      <dt className="w-22 shrink-0 text-muted text-sm">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-1">
        <span className="min-w-0 break-words">{children}</span>
        {action}
      </dd>
    </div>
  )
}
