import type { ReactNode } from 'react'

/** Renders elements with dots between them. The dot before the first element of a line is clipped. */
export function Dotted({ children }: { children: ReactNode }) {
  return (
    <span className="block overflow-clip">
      <span className="-ml-3 *:before:-translate-x-1/2 flex flex-wrap *:relative *:pl-3 *:before:absolute *:before:left-1.5 *:before:content-['·']">
        {children}
      </span>
    </span>
  )
}
