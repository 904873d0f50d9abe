import type { ReactNode } from 'react'
import { chooseConnectionAction } from '@/app/(dashboard)/settings/actions'
import { Frame } from '@/components/shell/frame'
import { frameOf } from '@/lib/dashboard/web/frame'
import { signedIn } from './signed-in'

/** Who is signed in, in which account; the frame around every screen. Each page checks its member again itself. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Frame {...(await frameOf(await signedIn()))} choose={chooseConnectionAction}>
      {children}
    </Frame>
  )
}
