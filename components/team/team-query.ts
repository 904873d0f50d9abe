import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { TeamPage } from '@/lib/dashboard/schema/members'

/** The team's members and open invitations. */
export function teamQuery(account: string) {
  return queryOptions({
    // No live message reports a change of them.
    staleTime: 0,
    queryKey: [account, 'team'] as const,
    queryFn: ({ signal }) => fetchJson<TeamPage>(`/${account}/settings/team/data`, signal),
  })
}
