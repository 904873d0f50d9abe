'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MonitorCheck } from 'lucide-react'
import { useState } from 'react'
import { failureToast } from '@/components/data/failure-toast'
import { QueryFallback } from '@/components/data/query-fallback'
import { Panel, SettingsSection } from '@/components/settings/settings-section'
import { signOut } from '@/components/shell/account/sign-out'
import { useAccount } from '@/components/shell/navigation/use-account'
import { RowTime } from '@/components/time/row-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dotted } from '@/components/ui/dotted'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ListedSession } from '@/lib/dashboard/schema/security'
import { security } from '@/lib/messages/security'
import { securityQuery } from './security-query'

const copy = security.sessions
const OTHERS = 'others'

type Props = {
  revoke: (input: { id: string }) => Promise<ActionResult<unknown>>
  revokeOthers: () => Promise<ActionResult<{ ended: number }>>
}

/** Renders the browsers in which the user is signed in. */
export function SessionsSection({ revoke, revokeOthers }: Props) {
  const account = useAccount()
  const client = useQueryClient()
  const toast = useToast()
  const query = useQuery(securityQuery(account))
  /** The session being signed out, or all others. */
  const [busy, setBusy] = useState<string | null>(null)

  async function act<Data>(
    id: string,
    send: () => Promise<ActionResult<Data>>,
    done: (data: Data) => string,
  ) {
    if (busy) return
    setBusy(id)
    const result = await send().catch(() => null)
    await client.invalidateQueries({ queryKey: securityQuery(account).queryKey })
    setBusy(null)
    if (result?.ok) return toast({ message: done(result.data) })
    toast(failureToast(result, { what: id === OTHERS ? copy.othersFailed : copy.failed }))
  }

  function end(session: ListedSession) {
    if (session.current) return signOut()
    return act(
      session.id,
      () => revoke({ id: session.id }),
      () => copy.done(nameOf(session)),
    )
  }

  const sessions = query.data?.sessions ?? []
  return (
    <SettingsSection id="sessions" title={copy.title} lead={copy.lead}>
      {query.data ? (
        <Panel className="overflow-hidden">
          <ul aria-label={copy.title} className="divide-y divide-border/70">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={busy === session.id}
                signOut={() => void end(session)}
              />
            ))}
          </ul>
        </Panel>
      ) : (
        <QueryFallback query={query} label={security.loading} rows={2} />
      )}
      {sessions.length > 1 ? (
        <div>
          <Button
            busy={busy === OTHERS}
            onClick={() => act(OTHERS, revokeOthers, ({ ended }) => copy.othersDone(ended))}
          >
            {copy.others}
          </Button>
        </div>
      ) : null}
    </SettingsSection>
  )
}

function SessionRow({
  session,
  busy,
  signOut,
}: {
  session: ListedSession
  busy: boolean
  signOut: () => void
}) {
  const name = nameOf(session)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{name}</span>
          {session.current ? (
            <Badge tone="success" icon={<MonitorCheck aria-hidden />}>
              {copy.current}
            </Badge>
          ) : null}
        </p>
        <div className="text-muted text-sm">
          <Dotted>
            <span className="wrap-anywhere">
              {session.address === '' ? copy.noAddress : copy.address(session.address)}
            </span>
            <span>
              {copy.signedIn} <RowTime iso={session.created_at} />
            </span>
            <span>
              {copy.seen} <RowTime iso={session.last_seen_at} />
            </span>
          </Dotted>
        </div>
      </div>
      <Button size="sm" busy={busy} aria-label={copy.signOutOf(name, session.address)} onClick={signOut}>
        {copy.signOut}
      </Button>
    </li>
  )
}

function nameOf({ browser, system }: ListedSession): string {
  if (browser && system) return copy.on(browser, system)
  return browser ?? system ?? copy.unknown
}
