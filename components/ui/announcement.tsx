import type { ReactNode } from 'react'

/** Announces its text to screen readers when it changes, so it is rendered without one, too. */
export function Announcement({ children }: { children: ReactNode }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  )
}
