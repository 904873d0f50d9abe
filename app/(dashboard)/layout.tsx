import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { chooseConnectionAction } from '@/app/(dashboard)/settings/actions'
import { Frame } from '@/components/shell/frame'
import { Gone } from '@/components/shell/gone'
import { isGone } from '@/lib/dashboard/reads/is-gone'
import { frameOf } from '@/lib/dashboard/web/frame'
import { PATH_HEADER } from '@/lib/ui/page-headers'
import { signedIn } from './signed-in'

/** Who is signed in, in which account; the frame around every screen. Each page checks its member again itself. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const member = await signedIn()
  const path = (await headers()).get(PATH_HEADER) ?? '/'
  const [frame, gone] = await Promise.all([frameOf(member), isGone(member.ctx, path)])
  return (
    <Frame {...frame} choose={chooseConnectionAction}>
      {gone ? <Gone>{children}</Gone> : children}
    </Frame>
  )
}
