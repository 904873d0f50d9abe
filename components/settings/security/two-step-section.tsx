'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { QueryFallback } from '@/components/data/query-fallback'
import { securityQuery } from '@/components/settings/queries'
import { Panel, SettingsSection } from '@/components/settings/settings-section'
import { DateTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'
import { security } from '@/lib/messages/security'
import type { AskedTwoStep, TwoStepActions } from './two-step-dialogs'

const copy = security.twoStep
const dialogs = lazyModule(() => import('./two-step-dialogs').then(({ TwoStepDialogs }) => TwoStepDialogs))

/** Renders the state of the user's two-step sign-in with the buttons that change it. */
export function TwoStepSection({ acts }: { acts: TwoStepActions }) {
  const client = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  const query = useQuery(securityQuery())
  const [asked, setAsked] = useState<AskedTwoStep | null>(null)
  const opener = useRef<HTMLElement>(null)
  const Dialogs = useLazyModule(dialogs)

  async function ask(change: AskedTwoStep) {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    if (await dialogs.loadOrNull()) setAsked(change)
  }

  const state = query.data?.two_step ?? null
  return (
    <SettingsSection id="two-step" title={copy.title} lead={copy.lead}>
      {query.data ? (
        <Panel className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 sm:px-5">
          <div className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-2.5 gap-y-1">
            {state ? (
              <>
                <Badge tone="success" icon={<ShieldCheck aria-hidden />}>
                  {copy.on}
                </Badge>
                <span className="text-muted text-sm">
                  {copy.since} <DateTime iso={state.since} variant="day" />
                </span>
                <span className="basis-full text-muted text-sm">{copy.codesLeft(state.recovery_codes)}</span>
              </>
            ) : (
              <>
                <Badge tone="muted" icon={<ShieldOff aria-hidden />}>
                  {copy.off}
                </Badge>
                {query.data.email_verified ? null : (
                  <p className="basis-full text-pretty text-muted text-sm">{copy.unverified}</p>
                )}
              </>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            {state ? (
              <>
                <Button onFocus={dialogs.preload} onClick={() => ask('renew')}>
                  {copy.renew.open}
                </Button>
                <Button onClick={() => ask('turnOff')}>{copy.turnOff.open}</Button>
              </>
            ) : query.data.email_verified ? (
              <Button
                onPointerEnter={dialogs.preload}
                onFocus={dialogs.preload}
                onClick={() => ask('turnOn')}
              >
                {copy.turnOn.open}
              </Button>
            ) : null}
          </div>
        </Panel>
      ) : (
        <QueryFallback query={query} label={security.loading} rows={1} />
      )}
      {asked && Dialogs ? (
        <Dialogs
          asked={asked}
          acts={acts}
          opener={opener}
          onChanged={(message) => {
            if (message) toast({ message })
            void client.invalidateQueries({ queryKey: securityQuery().queryKey })
            // The frame provides every step-up with the new state.
            router.refresh()
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </SettingsSection>
  )
}
