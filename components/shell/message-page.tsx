import type { ReactNode } from 'react'

/** A page that only says one thing: not found, failed. */
export function MessagePage({
  title,
  children,
  action,
}: {
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <main className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-start justify-center gap-4 px-6 py-12">
      <h1 className="text-2xl">{title}</h1>
      <div className="text-muted text-lg">{children}</div>
      {action}
    </main>
  )
}
