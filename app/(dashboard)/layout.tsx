import type { ReactNode } from 'react'
import { FontPreload } from '@/components/shell/font-preload'
import '@/components/shell/dashboard.css'

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <FontPreload />
      {children}
    </>
  )
}
