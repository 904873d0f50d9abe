'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Plus, Unplug } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ShortAddress } from '@/components/data/short-address'
import { CopyMark } from '@/components/data/short-id'
import { isOnline } from '@/components/shell/health/network'
import { PageLink } from '@/components/shell/navigation/page-link'
import { DateTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ListedConnection } from '@/lib/dashboard/schema/connection'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { settings } from '@/lib/messages/settings'
import { LastFour } from './last-four'
import { Panel, SettingsSection } from './settings-section'

const fieldDialog = lazyModule(() => import('./one-field-dialog').then((module) => module.OneFieldDialog))

const copy = settings.connections

type Acts = {
  replaceKey: (
    input: { connection_id: string; api_key: string },
    stepUp: StepUp,
  ) => Promise<ActionResult<unknown>>
  disconnect: (
    input: { connection_id: string; name: string; delete_copy: boolean },
    stepUp: StepUp,
  ) => Promise<ActionResult<unknown>>
}

type Props = {
  connections: readonly ListedConnection[]
  /** API address of this deployment. */
  ownUrl: string
  /** Null if the member has read-only access. */
  acts: Acts | null
}

/** Renders the accounts that the team has connected. */
export function ConnectionsSection({ connections, ownUrl, acts }: Props) {
  return (
    <SettingsSection id="connections" title={copy.title} lead={acts ? copy.lead : copy.ownLead}>
      <Panel>
        <ul data-properties className="flex flex-col divide-y divide-border">
          {connections.map((connection) => (
            <ConnectionRow key={connection.id} connection={connection} ownUrl={ownUrl} acts={acts} />
          ))}
        </ul>
      </Panel>
      {acts ? (
        <Button asChild size="sm" icon={<Plus aria-hidden className="size-4" />} className="self-start">
          <PageLink href="/settings/connect">{copy.add}</PageLink>
        </Button>
      ) : null}
    </SettingsSection>
  )
}

function ConnectionRow({
  connection,
  ownUrl,
  acts,
}: Omit<Props, 'connections'> & { connection: ListedConnection }) {
  const { id, slug, accountName, baseUrl, keyLast4, current, disconnectedAt } = connection
  const client = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  const key = disconnectedAt === null ? copy.replace : copy.reconnect
  const end = disconnectedAt === null ? copy.disconnect : copy.deleteCopy
  const [dialog, setDialog] = useState<'replace' | 'disconnect' | null>(null)
  const OneFieldDialog = useLazyModule(fieldDialog)

  async function show(which: 'replace' | 'disconnect') {
    if (await fieldDialog.loadOrNull()) setDialog(which)
  }

  function done(message: string) {
    setDialog(null)
    toast({ message })
    void client.invalidateQueries()
    router.refresh()
  }

  function gone(isDeleted: boolean) {
    // A full page load: the deleted account has no screens any more.
    if (isDeleted && current) return window.location.assign('/')
    done((isDeleted ? copy.disconnect.deleted : copy.disconnect.done)(accountName))
  }

  return (
    <li className="flex flex-col gap-3 p-4 sm:px-5">
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
      <div className="-mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-muted text-sm">
          {disconnectedAt === null ? (
            keyLast4 === null ? null : (
              <LastFour label={`${copy.key} ${copy.keyEnds}`} last4={keyLast4} />
            )
          ) : (
            <Badge tone="warning" icon={<Unplug aria-hidden />}>
              {copy.disconnected} <DateTime iso={disconnectedAt} variant="day" />
            </Badge>
          )}
        </p>
        {acts ? (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" aria-label={key.title(accountName)} onClick={() => show('replace')}>
              {key.open}
            </Button>
            <Button size="sm" aria-label={end.title(accountName)} onClick={() => show('disconnect')}>
              {end.open}
            </Button>
          </div>
        ) : null}
      </div>
      {acts && OneFieldDialog && dialog === 'replace' ? (
        <OneFieldDialog
          title={key.title(accountName)}
          lead={key.lead}
          field={{
            label: copy.replace.label,
            hint: copy.replace.hint,
            missing: copy.replace.missing,
            secret: true,
          }}
          submitLabel={key.submit}
          busyLabel={copy.replace.busy}
          failed={key.failed}
          problems={settings.connect.refused}
          act={(stepUp, typed) => acts.replaceKey({ connection_id: id, api_key: typed }, stepUp)}
          onDone={() => done(key.done)}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {acts && OneFieldDialog && dialog === 'disconnect' ? (
        <OneFieldDialog
          title={end.title(accountName)}
          lead={
            <>
              <p>{end.lead}</p>
              {disconnectedAt === null && baseUrl === ownUrl ? (
                <p className="mt-2">{copy.disconnect.ownLead}</p>
              ) : null}
            </>
          }
          field={{
            label: copy.disconnect.label(accountName),
            missing: copy.disconnect.missing,
            secret: false,
          }}
          {...(disconnectedAt === null ? { choice: copy.disconnect.choice } : {})}
          submitLabel={end.submit}
          busyLabel={copy.disconnect.busy}
          failed={end.failed(accountName)}
          leads={{
            charges_open: { href: `/${slug}/charges`, label: settings.connections.disconnect.openCases },
          }}
          cancelLabel={copy.disconnect.keep}
          danger
          act={(stepUp, typed, chosen) =>
            acts.disconnect(
              { connection_id: id, name: typed, delete_copy: chosen || disconnectedAt !== null },
              stepUp,
            )
          }
          onDone={(chosen) => gone(chosen || disconnectedAt !== null)}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </li>
  )
}
