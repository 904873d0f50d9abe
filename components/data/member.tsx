'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { PageMember } from '@/lib/dashboard/schema/page-member'
import type { Permission } from '@/lib/dashboard/schema/role-permissions'

const MemberContext = createContext<PageMember>({
  granted: [],
  owner: '',
  account: {
    slug: '',
    name: '',
    currency: '',
    timezone: 'UTC',
    testMode: false,
    baseUrl: '',
    signUpUrl: null,
  },
  hasMail: false,
  hasPanel: false,
})

/** Provides the screens of an account with the member who views them. */
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
