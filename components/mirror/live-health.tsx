'use client'

import { useQuery } from '@tanstack/react-query'
import type { Health } from '@/components/shell/health/health-dot'
import { HealthLink } from '@/components/shell/health/health-link'
import { useOnline } from '@/components/shell/health/network'
import { useAccount } from '@/components/shell/navigation/use-account'
import type { MirrorHealth } from '@/lib/dashboard/schema/mirror'
import { mirrorQuery } from './queries'

const healthOf = {
  importing: 'importing',
  live: 'live',
  no_webhook: 'no_webhook',
  behind: 'behind',
  broken: 'broken',
  disconnected: 'disconnected',
} as const satisfies Record<MirrorHealth['state'], Health>

/** Renders the state of the connection in the shell, updated by the live stream. */
export function LiveHealth() {
  const { data } = useQuery(mirrorQuery(useAccount()))
  const online = useOnline()
  // An earlier state is no evidence of the current one, so a page without a network shows `offline`.
  if (!online) return <HealthLink health="offline" />
  if (!data) return <HealthLink health="unknown" />
  const share = data.imports.find(({ noun }) => noun === 'payments')?.share ?? null
  return (
    <HealthLink
      health={healthOf[data.state]}
      importedShare={data.state === 'importing' ? share : null}
      lastEventAt={data.last_event_at}
    />
  )
}
