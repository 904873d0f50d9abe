import { Inbox, Lock, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'

/** none: never had any. nomatch: the filters match none. forbidden: other members may read it. */
const icons = { none: Inbox, nomatch: SearchX, forbidden: Lock }

type Props = { kind: keyof typeof icons; title: string; children?: ReactNode; action?: ReactNode }

export function EmptyState({ kind, title, children, action }: Props) {
  const Icon = icons[kind]
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed px-6 py-12 text-center">
      <span className="flex size-11 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden className="size-5" strokeWidth={1.6} />
      </span>
      <div className="max-w-sm">
        <p className="text-pretty font-medium">{title}</p>
        {children ? <div className="mt-0.5 text-pretty text-muted">{children}</div> : null}
      </div>
      {action}
    </div>
  )
}
