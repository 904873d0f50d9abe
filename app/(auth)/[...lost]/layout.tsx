import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { chooseConnectionAction } from '@/app/(dashboard)/settings/actions'
import { Frame } from '@/components/shell/frame'
import { currentMember } from '@/lib/dashboard/web/current-member'
import { frameOf } from '@/lib/dashboard/web/frame'
import { isOtherDoor } from './other-door'

type Props = { children: ReactNode; params: Promise<{ lost: string[] }> }

/** An address that leads nowhere keeps a signed-in member in the shell; a stranger gets the bare page outside it. */
export default async function LostLayout({ children, params }: Props) {
  const { lost } = await params
  const member = isOtherDoor(lost) ? null : await currentMember()
  if (!member) notFound()
  return (
    <Frame {...(await frameOf(member))} choose={chooseConnectionAction}>
      {children}
    </Frame>
  )
}
