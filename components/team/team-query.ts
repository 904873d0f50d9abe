import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { TeamPage } from '@/lib/dashboard/schema/members'

/** Refetch interval while a mail is being sent. */
const MAIL_POLL_MS = 3_000

/** Returns the query of the team's members and open invitations. */
export function teamQuery(account: string) {
  return queryOptions({
    // Live messages do not report changes of the team.
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data?: TeamPage | undefined } }) =>
      state.data?.invitations?.some(({ mail }) => mail === 'QUEUED') ? MAIL_POLL_MS : false,
    queryKey: [account, 'team'] as const,
    queryFn: ({ signal }) => fetchJson<TeamPage>(`/${account}/settings/team/data`, signal),
  })
}
