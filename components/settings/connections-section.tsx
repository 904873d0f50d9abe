'use client'

import { CircleCheck, Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { CopyMark } from '@/components/data/short-id'
import { PageLink } from '@/components/shell/page-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useLatePart } from '@/components/ui/late-part'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ListedConnection } from '@/lib/dashboard/schema/connection'
import { settings } from '@/lib/messages/settings'
import { fieldDialog } from './field-dialog-part'
import { LastFour } from './last-four'
import { Panel, SettingsSection } from './settings-section'
import { ShortAddress } from './short-address'

const words = settings.connections

type Acts = {
  replaceKey: (input: { connection_id: string; api_key: string }) => Promise<ActionResult<unknown>>
  remove: (input: { connection_id: string; name: string }) => Promise<ActionResult<unknown>>
}

type Props = {
  connections: readonly ListedConnection[]
  /** null = this member may only look. */
  acts: Acts | null
}

/** The accounts that the team has connected. */
export function ConnectionsSection({ connections, acts }: Props) {
  return (
    <SettingsSection id="connections" title={words.title} lead={acts ? words.lead : words.ownLead}>
      <Panel>
        <ul data-properties className="flex flex-col divide-y divide-border">
          {connections.map((connection) => (
            <ConnectionRow key={connection.id} connection={connection} acts={acts} />
          ))}
        </ul>
      </Panel>
      {acts ? (
        <Button asChild size="sm" icon={<Plus aria-hidden className="size-4" />} className="self-start">
          <PageLink href="/settings/connect">{words.add}</PageLink>
        </Button>
      ) : null}
    </SettingsSection>
  )
}

function ConnectionRow({ connection, acts }: { connection: ListedConnection; acts: Acts | null }) {
  const { id, slug, accountName, baseUrl, keyLast4, current } = connection
  const router = useRouter()
  const toast = useToast()
  const [dialog, setDialog] = useState<'replace' | 'remove' | null>(null)
  const OneFieldDialog = useLatePart(fieldDialog)

  async function show(which: 'replace' | 'remove') {
    if (await fieldDialog.ask()) setDialog(which)
  }

  function done(message: string) {
    setDialog(null)
    toast({ message })
    router.refresh()
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
              {words.inUse}
            </Badge>
          ) : (
            <Button asChild size="sm">
              {/* A whole new page: everything on screen belongs to the account before. */}
              <a href={`/${slug}/settings`} aria-label={words.switchTo(accountName)}>
                {words.use}
              </a>
            </Button>
          )}
        </div>
        <div className="flex items-center justify-between gap-2 py-1 text-muted text-sm pointer-coarse:py-2.75">
          <ShortAddress address={baseUrl} />
          <CopyMark value={baseUrl} name={words.address} />
        </div>
      </div>
      <div className="-mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-muted text-sm">
          <LastFour words={`${words.key} ${words.keyEnds}`} last4={keyLast4} />
        </p>
        {acts ? (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" aria-label={words.replace.title(accountName)} onClick={() => show('replace')}>
              {words.replace.open}
            </Button>
            {current ? null : (
              <Button size="sm" aria-label={words.remove.title(accountName)} onClick={() => show('remove')}>
                {words.remove.open}
              </Button>
            )}
          </div>
        ) : null}
      </div>
      {acts && OneFieldDialog && dialog === 'replace' ? (
        <OneFieldDialog
          title={words.replace.title(accountName)}
          lead={words.replace.lead}
          field={{
            label: words.replace.label,
            hint: words.replace.hint,
            missing: words.replace.missing,
            secret: true,
          }}
          submitLabel={words.replace.submit}
          busyLabel={words.replace.busy}
          failed={words.replace.failed}
          told={settings.connect.refused}
          act={(typed) => acts.replaceKey({ connection_id: id, api_key: typed })}
          onDone={() => done(words.replace.done)}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {acts && OneFieldDialog && dialog === 'remove' ? (
        <OneFieldDialog
          title={words.remove.title(accountName)}
          lead={words.remove.lead}
          field={{ label: words.remove.label(accountName), missing: words.remove.missing, secret: false }}
          submitLabel={words.remove.submit}
          busyLabel={words.remove.busy}
          failed={words.remove.failed(accountName)}
          cancelLabel={words.remove.keep}
          danger
          act={(typed) => acts.remove({ connection_id: id, name: typed })}
          onDone={() => done(words.remove.done(accountName))}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </li>
  )
}
