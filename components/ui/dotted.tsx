import type { ReactNode } from 'react'

/** Elements with a dot between them where they share a line: the dot before a line's first lies beyond the edge. */
export function Dotted({ children }: { children: ReactNode }) {
  return (
    <span className="block overflow-clip">
      <span className="-ml-3 *:before:-translate-x-1/2 flex flex-wrap *:relative *:pl-3 *:before:absolute *:before:left-1.5 *:before:content-['·']">
        {children}
      </span>
    </span>
  )
}
