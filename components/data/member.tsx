'use client'

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext } from 'react'
import { useAccount } from '@/components/navigation/use-go'
import type { Permission } from '@/lib/dashboard/role-permissions'
import type { ActionResult } from '@/lib/dashboard/web/shape'
import { nobody, type PageMember } from '@/lib/dashboard/web/shape'
import type { ReadData, ReadInput, ReadName } from '@/lib/reads'
import { type ReadOptions, read } from './read'

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

export function useRead<Name extends ReadName>(
  name: Name,
  input: ReadInput<Name>,
  options?: ReadOptions<Name>,
): UseQueryResult<ReadData<Name>> {
  return useQuery(read(useAccount(), name, input, options))
}

/** Returns the call of a server action in the page's account. Its result is null without an answer of the server. */
export function useAct<Input extends unknown[], Data>(
  action: (account: string, ...input: Input) => Promise<ActionResult<Data>>,
): (...input: Input) => Promise<ActionResult<Data> | null> {
  const account = useAccount()
  return useCallback((...input) => action(account, ...input).catch(() => null), [action, account])
}

/** Returns the function that refetches what the page shows of a noun. */
export function useRenew(noun: string): () => Promise<void> {
  const client = useQueryClient()
  const account = useAccount()
  return useCallback(() => client.invalidateQueries({ queryKey: [account, noun] }), [client, account, noun])
}
