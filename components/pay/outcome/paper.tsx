import type { ReactNode } from 'react'
import './paper.css'

/** Renders a paper slip with a torn edge. `white` keeps it white in every theme, as it is printed. */
export function Paper({ white = false, children }: { white?: boolean; children: ReactNode }) {
  return (
    <div className="paper" {...(white ? { 'data-theme': 'light' } : {})}>
      <div className="rounded-t-lg bg-raised px-5 pt-4 text-text sm:px-6 sm:pt-5 print:p-0">{children}</div>
    </div>
  )
}
