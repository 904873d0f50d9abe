'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { ShortAddress } from '@/components/data/short-address'
import { CopyMark } from '@/components/data/short-id'
import { mirrorQuery } from '@/components/mirror/queries'
import { useAccount } from '@/components/shell/navigation/use-account'
import { DateTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dotted } from '@/components/ui/dotted'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { WebhookState } from '@/lib/dashboard/schema/connection'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { settings } from '@/lib/messages/settings'
import { LastFour } from './last-four'
import { webhookQuery } from './queries'
import { RegisterWebhook } from './register-webhook'
import { SettingRow, SettingRows } from './setting-row'
import { Panel, SettingsSection } from './settings-section'
import { WebhookSteps } from './webhook-steps'

const fieldDialog = lazyModule(() => import('./one-field-dialog').then((module) => module.OneFieldDialog))

const copy = settings.webhook
/**
 * Refetch interval while the user waits for a test event. Test events change no list, so no live message reports them.
 */
const WATCH_MS = 1_000

/** Adding a new secret, registering the webhook, or retiring an older secret. */
type Asked = 'secret' | 'register' | { retire: string; last4: string }

type Props = {
  address: string
  accountId: string
  /** State at the time the page was rendered. */
  first: WebhookState
  addSecret: (input: { secret: string }, stepUp: StepUp) => Promise<ActionResult<unknown>>
  retireSecret: (input: { secret_id: string }, stepUp: StepUp) => Promise<ActionResult<unknown>>
  /** Registers the address and stores the secret; null for accounts of another host. */
  register: ((stepUp: StepUp) => Promise<ActionResult<unknown>>) | null
}

/** Renders the address that receives the host's events, the secrets that verify them, and the latest event. */
export function WebhookSection({ address, accountId, first, addSecret, retireSecret, register }: Props) {
  const client = useQueryClient()
  const account = useAccount()
  const toast = useToast()
  /** Time of the newest event when the waiting began; null while the user is not waiting. */
  const [watched, setWatched] = useState<{ before: string | null } | null>(null)
  const [dialog, setDialog] = useState<Asked | null>(null)
  const OneFieldDialog = useLazyModule(fieldDialog)
  const { data } = useQuery({
    ...webhookQuery(account),
    initialData: first,
    refetchInterval: (query) =>
      watched && (query.state.data?.lastEvent?.at ?? null) === watched.before
        ? WATCH_MS
        : refetchAfterFailure(query),
  })
  const { secrets, lastEvent, lastRefused } = data
  const [newest, ...older] = secrets
  const arrived = watched !== null && (lastEvent?.at ?? null) !== watched.before

  async function show(asked: Asked) {
    if (await fieldDialog.loadOrNull()) setDialog(asked)
  }

  function done(message: string) {
    setDialog(null)
    toast({ message })
    void client.invalidateQueries({ queryKey: mirrorQuery(account).queryKey })
  }

  return (
    <SettingsSection id="webhook" title={copy.setup} lead={copy.lead}>
      <Panel className="px-4 py-1.5 sm:px-5">
        <SettingRows>
          <SettingRow name={copy.address} mark={<CopyMark value={address} name={copy.copied} />}>
            <ShortAddress address={address} />
          </SettingRow>
          <SettingRow
            name={copy.secret}
            action={
              <Button size="sm" onClick={() => show('secret')}>
                {newest ? copy.replace : copy.add}
              </Button>
            }
          >
            {newest ? (
              <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <Badge tone="success" icon={<CircleCheck aria-hidden />}>
                  <LastFour label={copy.secretSet} last4={newest.last4} />
                </Badge>
                <span className="text-muted text-sm">
                  {copy.since} <DateTime iso={newest.since} variant="day" />
                </span>
              </span>
            ) : (
              <Badge tone="warning" icon={<TriangleAlert aria-hidden />} className="whitespace-normal">
                {copy.secretNone}
              </Badge>
            )}
          </SettingRow>
          {older.map(({ id, last4, since }) => (
            <SettingRow
              key={id}
              name={copy.secretOlder}
              action={
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={copy.retire.open(last4)}
                  onClick={() => show({ retire: id, last4 })}
                >
                  {copy.retire.short}
                </Button>
              }
            >
              <Dotted>
                <span>
                  <LastFour label={settings.connections.keyEnds} last4={last4} />
                </span>
                <span className="self-baseline text-muted text-sm">
                  {copy.since} <DateTime iso={since} variant="day" />
                </span>
              </Dotted>
            </SettingRow>
          ))}
          <SettingRow
            name={copy.lastEvent}
            action={
              <Button
                size="sm"
                className="max-sm:shrink max-sm:whitespace-normal"
                onClick={() => setWatched(watched && !arrived ? null : { before: lastEvent?.at ?? null })}
              >
                {watched && !arrived ? copy.watchStop : copy.watch}
              </Button>
            }
          >
            {lastEvent ? (
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="wrap-anywhere font-mono text-xs">{lastEvent.kind}</span>
                {lastEvent.test ? <Badge tone="muted">{copy.testEvent}</Badge> : null}
                <DateTime iso={lastEvent.at} className="text-sm" />
              </span>
            ) : (
              <span className="text-muted">{copy.lastEventNone}</span>
            )}
          </SettingRow>
          {lastRefused ? (
            <SettingRow name={copy.lastRefused}>
              <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <Badge tone="warning" icon={<TriangleAlert aria-hidden />} className="whitespace-normal">
                  {copy.refused[lastRefused.reason]}
                </Badge>
                <DateTime iso={lastRefused.at} className="text-sm" />
              </span>
            </SettingRow>
          ) : null}
        </SettingRows>
        <p role="status" className="text-sm empty:hidden">
          {watched ? (
            <span
              className={`mt-1 mb-2.5 flex items-center gap-2 rounded-md px-3 py-2 ${arrived ? 'bg-success-soft text-success' : 'bg-accent-soft text-accent-text'}`}
            >
              {arrived ? (
                <CircleCheck aria-hidden className="size-4 shrink-0" />
              ) : (
                <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
              )}
              {arrived ? copy.arrived : copy.watching}
            </span>
          ) : null}
        </p>
      </Panel>
      {register ? (
        <RegisterWebhook isRegistered={newest !== undefined} onOpen={() => show('register')} />
      ) : (
        <WebhookSteps address={address} accountId={accountId} open={!newest} />
      )}
      {OneFieldDialog && dialog === 'secret' ? (
        <OneFieldDialog
          title={copy.dialog.title}
          lead={copy.dialog.lead}
          field={{
            label: copy.dialog.label,
            hint: copy.dialog.hint,
            missing: copy.dialog.missing,
            secret: true,
          }}
          submitLabel={copy.dialog.submit}
          busyLabel={copy.dialog.busy}
          failed={copy.dialog.failed}
          act={(stepUp, secret) => addSecret({ secret }, stepUp)}
          onDone={() => done(copy.dialog.saved)}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {OneFieldDialog && register && dialog === 'register' ? (
        <OneFieldDialog
          title={newest ? copy.register.renew : copy.register.submit}
          lead={newest ? copy.register.again : copy.register.lead}
          field={null}
          submitLabel={newest ? copy.register.renew : copy.register.submit}
          busyLabel={copy.register.busy}
          failed={copy.register.failed}
          act={register}
          onDone={() => done(copy.register.done)}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {OneFieldDialog && typeof dialog === 'object' && dialog ? (
        <OneFieldDialog
          title={copy.retire.title(dialog.last4)}
          lead={copy.retire.lead}
          field={null}
          submitLabel={copy.retire.short}
          busyLabel={copy.retire.short}
          failed={copy.retire.failed}
          cancelLabel={copy.retire.keep}
          danger
          act={(stepUp) => retireSecret({ secret_id: dialog.retire }, stepUp)}
          onDone={() => done(copy.retire.done)}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </SettingsSection>
  )
}
