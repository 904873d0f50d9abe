'use client'

import { useQuery } from '@tanstack/react-query'
import { PageLink } from '@/components/shell/page-link'
import { useAccount } from '@/components/shell/use-account'
import { Banner } from '@/components/ui/banner'
import { TextLink } from '@/components/ui/text-link'
import { isRunning } from '@/lib/dashboard/schema/mirror'
import { shell } from '@/lib/messages/shell'
import { mirrorQuery } from './queries'

/** Above every screen while the mirror is out of date; what is on the screen stays readable. */
export function StaleBanner() {
  const { data } = useQuery(mirrorQuery(useAccount()))
  const state = data?.state
  if (state !== 'behind' && state !== 'broken' && state !== 'disconnected') return null
  // A comparison that runs answers it by itself.
  if (state === 'behind' && isRunning(data?.last_sync ?? null)) return null
  const { title, hint } = shell.stale[state]
  return (
    <Banner
      tone={state === 'disconnected' ? 'info' : 'warning'}
      title={title}
      className="mb-5"
      action={
        <TextLink className="text-sm">
          <PageLink href="/settings#mirror-health">{shell.staleWay}</PageLink>
        </TextLink>
      }
    >
      {hint}
    </Banner>
  )
}
