'use client'

import { useQuery } from '@tanstack/react-query'
import type { Health } from '@/components/shell/health-dot'
import { HealthLink } from '@/components/shell/health-link'
import { useOnline } from '@/components/shell/network'
import { useAccount } from '@/components/shell/use-account'
import type { MirrorHealth } from '@/lib/dashboard/schema/mirror'
import { mirrorQuery } from './queries'

const healthOf = {
  importing: 'behind',
  live: 'live',
  no_webhook: 'no_webhook',
  behind: 'behind',
  broken: 'broken',
  disconnected: 'disconnected',
} as const satisfies Record<MirrorHealth['state'], Health>

/** The shell's word on the connection, kept by the live stream. */
export function LiveHealth() {
  const { data } = useQuery(mirrorQuery(useAccount()))
  const online = useOnline()
  // What was known before says nothing of now.
  if (!online) return <HealthLink health="offline" />
  return <HealthLink health={data ? healthOf[data.state] : 'unknown'} />
}
