'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Plus, Unplug } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { disconnectAction, replaceKeyAction } from '@/app/(dashboard)/[account]/settings/actions'
import { useCan } from '@/components/data/member'
import { useAct } from '@/components/data/read'
import { CopyMark, ShortAddress } from '@/components/data/short-id'
import { isOnline } from '@/components/navigation/network'
import { PageLink } from '@/components/navigation/page-link'
import { useStepUpDialog } from '@/components/step-up/use-step-up-dialog'
import { DateTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CheckField } from '@/components/ui/checkbox'
import { useToast } from '@/components/ui/toast'
import type { ListedConnection } from '@/lib/dashboard/schema/connection'
import { settings } from '@/lib/messages/settings'
import { LastFour, Panel, SettingsSection } from './settings-section'

const copy = settings.connections

type Props = {
  connections: readonly ListedConnection[]
  ownUrl: string
}

/** Renders the accounts that the team has connected. */
export function ConnectionsSection({ connections, ownUrl }: Props) {
  const manages = useCan('connection.manage')
  return (
    <SettingsSection id="connections" title={copy.title}>
      <Panel>
        <ul data-properties className="flex flex-col divide-y divide-border">
          {connections.map((connection) => (
            <li key={connection.id} className="flex flex-col gap-1 p-4 sm:px-5">
              <ConnectionFacts connection={connection} />
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <KeyState connection={connection} />
                {manages ? <ConnectionActs connection={connection} ownUrl={ownUrl} /> : null}
              </div>
            </li>
          ))}
        </ul>
      </Panel>
      {manages ? (
        <Button asChild size="sm" icon={<Plus aria-hidden className="size-4" />} className="self-start">
          <PageLink href="/settings/connect">{copy.add}</PageLink>
        </Button>
      ) : null}
    </SettingsSection>
  )
}

type Of = { connection: ListedConnection }

function ConnectionFacts({ connection: { slug, accountName, baseUrl, current } }: Of) {
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="wrap-anywhere min-w-0 flex-1 basis-40 font-medium">
          <bdi>{accountName}</bdi>
        </p>
        {current ? (
          <Badge tone="success" icon={<CircleCheck aria-hidden />}>
            {copy.inUse}
          </Badge>
        ) : (
          <Button asChild size="sm">
            {/* A full page load: everything on the screen belongs to the current account. */}
            <a
              href={`/${slug}/settings`}
              aria-label={copy.switchTo(accountName)}
              onClick={(event) => isOnline() || event.preventDefault()}
            >
              {copy.use}
            </a>
          </Button>
        )}
      </div>
      <div className="flex items-center justify-between gap-2 py-1 text-muted text-sm pointer-coarse:py-2.75">
        <ShortAddress address={baseUrl} />
        <CopyMark value={baseUrl} name={copy.address} />
      </div>
    </div>
  )
}

function KeyState({ connection: { disconnectedAt, keyLast4 } }: Of) {
  return (
    <p className="text-muted text-sm">
      {disconnectedAt !== null ? (
        <Badge tone="warning" icon={<Unplug aria-hidden />}>
          {copy.disconnected} <DateTime iso={disconnectedAt} variant="day" />
        </Badge>
      ) : keyLast4 !== null ? (
        <LastFour label={`${copy.key} ${copy.keyEnds}`} last4={keyLast4} />
      ) : null}
    </p>
  )
}

type ActsProps = Of & { ownUrl: string }

function ConnectionActs({ connection, ownUrl }: ActsProps) {
  const replaceKey = useAct(replaceKeyAction)
  const disconnect = useAct(disconnectAction)
  const { id, accountName, baseUrl, current, disconnectedAt } = connection
  const isConnected = disconnectedAt === null
  const key = isConnected ? copy.replace : copy.reconnect
  const end = isConnected ? copy.disconnect : copy.deleteCopy
  const { ask, dialog } = useStepUpDialog()
  const client = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  const deletesCopy = ({ delete_copy }: Readonly<Record<string, string>>) =>
    !isConnected || delete_copy === 'on'

  function done(message: string) {
    toast({ message })
    void client.invalidateQueries()
    router.refresh()
  }

  const askKey = () =>
    ask({
      ...key,
      title: key.title(accountName),
      name: { ...copy.replace.field, type: 'password', refused: settings.connect.refused },
      act: (stepUp, typed) => replaceKey({ connection_id: id, api_key: typed }, stepUp),
      onDone: () => done(key.done),
    })

  const askEnd = () =>
    ask({
      ...end,
      title: end.title(accountName),
      lead: isConnected && baseUrl === ownUrl ? `${end.lead} ${copy.disconnect.ownLead}` : end.lead,
      failed: end.failed(accountName),
      name: { label: copy.disconnect.label(accountName), missing: copy.disconnect.missing },
      fields: ['delete_copy'],
      children: isConnected ? <CheckField name="delete_copy" {...copy.disconnect.choice} /> : null,
      danger: true,
      act: (stepUp, name, typed) =>
        disconnect({ connection_id: id, name, delete_copy: deletesCopy(typed) }, stepUp),
      onDone: (_, typed) => {
        // A full page load: the deleted account has no screens any more.
        if (deletesCopy(typed) && current) return window.location.assign('/')
        done((deletesCopy(typed) ? copy.disconnect.deleted : copy.disconnect.done)(accountName))
      },
    })

  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-label={key.title(accountName)} onClick={askKey}>
        {key.open}
      </Button>
      <Button size="sm" aria-label={end.title(accountName)} onClick={askEnd}>
        {end.open}
      </Button>
      {dialog}
    </div>
  )
}
