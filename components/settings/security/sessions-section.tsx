'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MonitorCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { failureToast } from '@/components/data/failure'
import { QueryFallback } from '@/components/data/query-fallback'
import { signOut } from '@/components/navigation/sign-out'
import { securityQuery } from '@/components/settings/queries'
import { Panel, SettingsSection } from '@/components/settings/settings-section'
import { RowTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dotted } from '@/components/ui/dotted'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ListedSession } from '@/lib/dashboard/schema/security'
import { security } from '@/lib/messages/security'

const copy = security.sessions
const OTHERS = 'others'

type Props = {
  revoke: (input: { id: string }) => Promise<ActionResult<unknown>>
  revokeOthers: () => Promise<ActionResult<{ ended: number }>>
}

/** Renders the browsers in which the user is signed in. */
export function SessionsSection({ revoke, revokeOthers }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  const query = useQuery(securityQuery())
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
    await client.invalidateQueries({ queryKey: securityQuery().queryKey })
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

type RowProps = { session: ListedSession; busy: boolean; signOut: () => void }

function SessionRow({ session, busy, signOut }: RowProps) {
  const { address, created_at, last_seen_at, current } = session
  const name = nameOf(session)
  return (
    <OwnRow
      name={name}
      badge={
        current ? (
          <Badge tone="success" icon={<MonitorCheck aria-hidden />}>
            {copy.current}
          </Badge>
        ) : null
      }
      action={
        <Button size="sm" busy={busy} aria-label={copy.signOutOf(name, address)} onClick={signOut}>
          {copy.signOut}
        </Button>
      }
    >
      <span className="wrap-anywhere">{address === '' ? copy.noAddress : copy.address(address)}</span>
      <span>
        {copy.signedIn} <RowTime iso={created_at} />
      </span>
      <span>
        {copy.seen} <RowTime iso={last_seen_at} />
      </span>
    </OwnRow>
  )
}

function nameOf({ browser, system }: ListedSession): string {
  if (browser && system) return copy.on(browser, system)
  return browser ?? system ?? copy.unknown
}

type OwnRowProps = { name: ReactNode; badge?: ReactNode; children: ReactNode; action: ReactNode }

/** Renders one of the user's own sessions or passkeys: its name, its facts and the button that ends it. */
export function OwnRow({ name, badge, children, action }: OwnRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {name}
          {badge}
        </p>
        <div className="text-muted text-sm">
          <Dotted>{children}</Dotted>
        </div>
      </div>
      {action}
    </li>
  )
}
