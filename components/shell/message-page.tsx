import type { ReactNode } from 'react'

type Props = {
  title: string
  children: ReactNode
  action?: ReactNode
  /** Within the shell, which is the page's main part already. */
  inside?: boolean
}

/** A page that only says one thing: not found, failed. */
export function MessagePage({ title, children, action, inside = false }: Props) {
  const Part = inside ? 'div' : 'main'
  return (
    <Part className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-start justify-center gap-4 px-6 py-12">
      <h1 className="text-2xl">{title}</h1>
      <div className="text-muted text-lg">{children}</div>
      {action}
    </Part>
  )
}
