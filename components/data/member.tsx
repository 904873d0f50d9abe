'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { Permission } from '@/lib/dashboard/role-permissions'
import { nobody, type PageMember } from '@/lib/dashboard/web/shape'

const MemberContext = createContext(nobody)

export function MemberProvider({ member, children }: { member: PageMember; children: ReactNode }) {
  return <MemberContext value={member}>{children}</MemberContext>
}

/** Returns the member who views the page, and its account; nobody without one. */
export function useMember(): PageMember {
  return useContext(MemberContext)
}

/** Returns whether the member's role allows `permission`. The server checks it again. */
export function useCan(permission: Permission): boolean {
  return useMember().granted.includes(permission)
}
