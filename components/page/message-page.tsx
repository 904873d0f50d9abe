import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { PRODUCT } from '@/lib/messages/product'

type Props = {
  title: string
  children: ReactNode
  action?: ReactNode
  Icon?: LucideIcon
  /** True within the shell, which already contains the main landmark. */
  inside?: boolean
}

/** Renders a page with one message, such as not found or failed. Outside the shell it has the logo. */
export function MessagePage({ title, children, action, Icon, inside = false }: Props) {
  const Part = inside ? 'div' : 'main'
  return (
    <Part
      className={
        inside
          ? 'mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center py-10 text-center'
          : 'mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center px-6 py-12 text-center'
      }
    >
      <TabTitle name={title} />
      {inside ? null : <Mark className="mb-8 size-9" />}
      {inside && Icon ? (
        <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-neutral-soft text-neutral">
          <Icon aria-hidden className="size-5.5" strokeWidth={1.7} />
        </span>
      ) : null}
      <h1 className="text-xl">{title}</h1>
      <div className="mt-1.5 text-muted">{children}</div>
      {action ? <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </Part>
  )
}

/** Renders the product's logo. The name is always beside it or in its context. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={`text-accent ${className ?? ''}`}>
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <path
        d="M9 16.5l4.6 4.6L23 11.5"
        fill="none"
        className="stroke-on-accent"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** Renders the title of the browser's tab. Next's `metadata` would remove the old one before the new one arrives. One per page. */
export function TabTitle({ name }: { name: string }) {
  return <title>{`${name} · ${PRODUCT}`}</title>
}
