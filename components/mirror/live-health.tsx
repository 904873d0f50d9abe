'use client'

import { useQuery } from '@tanstack/react-query'
import { isServerAway } from '@/components/data/fetch-json'
import { HealthLink } from '@/components/shell/health/health-link'
import { useOnline } from '@/components/shell/health/network'
import { useAccount } from '@/components/shell/navigation/use-account'
import { mirrorQuery } from './queries'

/**
 * Renders the state of the connection in the shell. The last response of the mirror's route decides: the live stream
 * requests it after each change and failed check, and the page polls it while the stream or the last request has failed.
 */
export function LiveHealth() {
  const { data, error } = useQuery(mirrorQuery(useAccount()))
  const online = useOnline()
  // An earlier state is no evidence of the current one, so a page without a network or a server does not show it.
  if (!online) return <HealthLink health="offline" />
  if (isServerAway(error)) return <HealthLink health="away" lastEventAt={data?.last_event_at} />
  if (!data) return <HealthLink health="unknown" />
  return <HealthLink health={data.state} lastEventAt={data.last_event_at} />
}
