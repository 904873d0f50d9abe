import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

type Props = { id?: string; title?: string; action?: ReactNode; children: ReactNode; className?: string }

export function Card({ id, title, action, children, className }: Props) {
  return (
    <section
      id={id}
      className={cn('rounded-lg bg-surface p-4 shadow-card sm:p-5', id && 'scroll-mt-20', className)}
    >
      {title ? (
        <header className="mb-3 flex min-h-8 items-center justify-between gap-3">
          <h2 className="text-lg">{title}</h2>
          {action}
        </header>
      ) : null}
      {children}
    </section>
  )
}

export function Fold({ id, summary, children }: { id?: string; summary: string; children: ReactNode }) {
  return (
    <details id={id} className="group scroll-mt-6 rounded-lg bg-surface shadow-card">
      <summary className="hit flex items-center justify-between gap-2 rounded-lg px-4 py-2 font-medium sm:px-5">
        {summary}
        <ChevronDown aria-hidden className="size-4 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-4 px-4 pb-4 sm:px-5 sm:pb-5">{children}</div>
    </details>
  )
}
