'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Plus, Unplug } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { disconnectAction, replaceKeyAction } from '@/app/(dashboard)/[account]/settings/actions'
import { useCan } from '@/components/data/member'
import { useAct } from '@/components/data/read'
import { CopyMark, ShortAddress } from '@/components/data/short-id'
import { isOnline } from '@/components/navigation/network'
import { PageLink } from '@/components/navigation/page-link'
import { DateTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CheckField } from '@/components/ui/checkbox'
import { useLazyModule } from '@/components/ui/lazy-module'
import { TextLink } from '@/components/ui/text-link'
import { useToast } from '@/components/ui/toast'
import type { ListedConnection } from '@/lib/dashboard/schema/connection'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { settings } from '@/lib/messages/settings'
import { fieldDialog } from './field-dialog-part'
import { LastFour, Panel, SettingsSection } from './settings-section'

const copy = settings.connections

type Props = {
  connections: readonly ListedConnection[]
  /** API address of this deployment. */
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

/** Renders the buttons and dialogs that replace an account's key and disconnect it, or connect it again and delete its copy. */
function ConnectionActs({ connection, ownUrl }: ActsProps) {
  const replaceKey = useAct(replaceKeyAction)
  const disconnectNow = useAct(disconnectAction)
  const { id, slug, accountName, baseUrl, current, disconnectedAt } = connection
  const isConnected = disconnectedAt === null
  const key = isConnected ? copy.replace : copy.reconnect
  const end = isConnected ? copy.disconnect : copy.deleteCopy
  const client = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  const [asked, setAsked] = useState<'key' | 'end' | null>(null)
  const [deletesCopy, setDeletesCopy] = useState(!isConnected)
  const [hasOpenCases, setHasOpenCases] = useState(false)
  const Dialog = useLazyModule(fieldDialog)

  async function ask(act: 'key' | 'end') {
    setDeletesCopy(!isConnected)
    setHasOpenCases(false)
    if (await fieldDialog.loadOrNull()) setAsked(act)
  }

  function done(message: string) {
    setAsked(null)
    toast({ message })
    void client.invalidateQueries()
    router.refresh()
  }

  async function disconnect(stepUp: StepUp, name: string) {
    const result = await disconnectNow({ connection_id: id, name, delete_copy: deletesCopy }, stepUp)
    setHasOpenCases(result?.ok === false && result.error.code === 'charges_open')
    return result
  }

  function gone() {
    // A full page load: the deleted account has no screens any more.
    if (deletesCopy && current) return window.location.assign('/')
    done((deletesCopy ? copy.disconnect.deleted : copy.disconnect.done)(accountName))
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-label={key.title(accountName)} onClick={() => ask('key')}>
        {key.open}
      </Button>
      <Button size="sm" aria-label={end.title(accountName)} onClick={() => ask('end')}>
        {end.open}
      </Button>
      {Dialog && asked === 'key' ? (
        <Dialog
          title={key.title(accountName)}
          lead={key.lead}
          name={{ ...copy.replace.field, type: 'password', refused: settings.connect.refused }}
          submitLabel={key.submit}
          failed={key.failed}
          act={(stepUp, typed) => replaceKey({ connection_id: id, api_key: typed }, stepUp)}
          onDone={() => done(key.done)}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {Dialog && asked === 'end' ? (
        <Dialog
          title={end.title(accountName)}
          lead={isConnected && baseUrl === ownUrl ? `${end.lead} ${copy.disconnect.ownLead}` : end.lead}
          name={{ label: copy.disconnect.label(accountName), missing: copy.disconnect.missing }}
          submitLabel={end.submit}
          failed={end.failed(accountName)}
          cancelLabel={copy.disconnect.keep}
          danger
          act={disconnect}
          onDone={gone}
          onClose={() => setAsked(null)}
        >
          {isConnected ? (
            <CheckField {...copy.disconnect.choice} checked={deletesCopy} onChange={setDeletesCopy} />
          ) : null}
          {hasOpenCases ? (
            <TextLink>
              {/* A full page load: the address may belong to another account. */}
              <a href={`/${slug}/charges`}>{copy.disconnect.openCases}</a>
            </TextLink>
          ) : null}
        </Dialog>
      ) : null}
    </div>
  )
}
