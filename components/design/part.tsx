import type { ReactNode } from 'react'

/** Renders a group of primitives with its title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-5 flex min-w-0 [break-inside:avoid] flex-col gap-4 rounded-xl border bg-surface p-5">
      <h3 className="text-lg">{title}</h3>
      {children}
    </section>
  )
}

/** Renders primitives of one kind side by side. */
export function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2.5">{children}</div>
}
