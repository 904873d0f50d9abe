'use client'

import { CircleCheck, Plus } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { ActionResult } from '@/components/data/action-result'
import { Badge } from '@/components/ui/badge'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { settings } from '@/lib/messages/settings'

type Connection = { id: string; accountName: string; baseUrl: string; keyLast4: string; current: boolean }

type Props = {
  connections: readonly Connection[]
  choose: (input: { connection_id: string }) => Promise<ActionResult<unknown>>
}

/** The accounts that the team has connected; one of them is shown everywhere else. */
export function ConnectionsCard({ connections, choose }: Props) {
  const router = useRouter()
  const [busyId, setBusyId] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function pick({ id }: Connection) {
    setBusyId(id)
    setFailure(null)
    const result = await choose({ connection_id: id }).catch(() => null)
    // A whole new page: every list on screen belongs to the account before.
    if (result?.ok) return window.location.assign('/settings')
    setBusyId(null)
    setFailure(result?.error.message ?? settings.connect.noAnswer)
    router.refresh()
  }

  return (
    <Card
      title={settings.connections}
      action={
        <Button asChild size="sm" icon={<Plus aria-hidden className="size-4" />}>
          <Link href="/settings/connect">{settings.connectOther}</Link>
        </Button>
      }
    >
      <p className="mb-3 text-muted">{settings.connectionsLead}</p>
      {failure ? (
        <Banner tone="danger" title={settings.useFailed} announce className="mb-3">
          {failure}
        </Banner>
      ) : null}
      <ul className="flex flex-col divide-y divide-border">
        {connections.map((connection) => (
          <li key={connection.id} className="flex flex-wrap items-center justify-between gap-2 py-3">
            <div className="min-w-0">
              <p className="truncate font-medium">
                <bdi>{connection.accountName}</bdi>
              </p>
              <p className="wrap-anywhere text-muted text-sm">
                {connection.baseUrl} · {settings.keyEnds(connection.keyLast4)}
              </p>
            </div>
            {connection.current ? (
              <Badge tone="success" icon={<CircleCheck aria-hidden />}>
                {settings.inUse}
              </Badge>
            ) : (
              <Button
                size="sm"
                busy={busyId === connection.id}
                aria-label={settings.switchTo(connection.accountName)}
                onClick={() => pick(connection)}
              >
                {settings.use}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
