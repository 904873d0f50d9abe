import type { ReactNode } from 'react'

/** Next wants one layout; this one brings no script. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
