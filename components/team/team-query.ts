import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { TeamPage } from '@/lib/dashboard/schema/members'

/** Pause between looks while a mail is on its way. */
const MAIL_POLL_MS = 3_000

/** The team's members and open invitations. */
export function teamQuery(account: string) {
  return queryOptions({
    // No live message reports a change of them.
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data?: TeamPage | undefined } }) =>
      state.data?.invitations?.some(({ mail }) => mail === 'QUEUED') ? MAIL_POLL_MS : false,
    queryKey: [account, 'team'] as const,
    queryFn: ({ signal }) => fetchJson<TeamPage>(`/${account}/settings/team/data`, signal),
  })
}
