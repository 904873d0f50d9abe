import type { ReactNode } from 'react'
import { FontPreload } from '@/components/shell/font-preload'
import '@/components/shell/dashboard.css'

/** Renders the layout of the dashboard, with its style sheet and font. */
export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <FontPreload />
      {children}
    </>
  )
}
