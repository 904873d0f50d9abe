'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { registerWebhookAction } from '@/app/(dashboard)/[account]/(panel)/settings/webhook/actions'
import { addSecretAction, retireSecretAction } from '@/app/(dashboard)/[account]/settings/actions'
import { read, useAct } from '@/components/data/read'
import { CopyMark, ShortAddress } from '@/components/data/short-id'
import { useAccount } from '@/components/navigation/use-go'
import { DateTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dotted } from '@/components/ui/dotted'
import { useLazyModule } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'
import type { WebhookState } from '@/lib/dashboard/schema/connection'
import { settings } from '@/lib/messages/settings'
import { fieldDialog } from './field-dialog-part'
import { LastFour, Panel, SettingRow, SettingRows, SettingsSection } from './settings-section'

const copy = settings.webhook
/** Refetch interval. Test events change no list, so no live message reports them. */
const REFETCH_MS = 5_000

/** Adding a new secret, registering the webhook, or retiring an older secret. */
type Asked = 'secret' | 'register' | { retire: string; last4: string }

/** `first` is the state at the time the page was rendered; `hasPanel` is false for accounts of another host. */
type Props = { address: string; first: WebhookState; hasPanel: boolean }

/** Renders the address that receives the host's events, the secrets that verify them, and the latest event. */
export function WebhookSection({ address, first, hasPanel }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { data } = useQuery({
    ...read(useAccount(), 'mirror/webhook', {}),
    initialData: first,
    refetchInterval: REFETCH_MS,
  })
  const { secrets, lastEvent, lastRefused } = data
  const isSet = secrets.length > 0

  async function ask(what: Asked) {
    if (await fieldDialog.loadOrNull()) setAsked(what)
  }

  return (
    <SettingsSection id="webhook" title={copy.setup}>
      <Panel className="px-4 py-1.5 sm:px-5">
        <SettingRows>
          <SettingRow name={copy.address} mark={<CopyMark value={address} name={copy.copied} />}>
            <ShortAddress address={address} />
          </SettingRow>
          <SecretRows secrets={secrets} ask={ask} />
          <SettingRow name={copy.lastEvent}>
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
      </Panel>
      <Panel className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 sm:px-5">
        <p className="min-w-0 max-w-prose flex-1 basis-64 text-pretty text-muted text-sm">
          {hasPanel ? (isSet ? copy.register.again : copy.register.lead) : copy.steps}
        </p>
        {hasPanel ? (
          <Button size="sm" variant={isSet ? 'secondary' : 'primary'} onClick={() => ask('register')}>
            {isSet ? copy.register.renew : copy.register.submit}
          </Button>
        ) : null}
      </Panel>
      {asked ? <WebhookDialog asked={asked} isSet={isSet} close={() => setAsked(null)} /> : null}
    </SettingsSection>
  )
}

function SecretRows({ secrets, ask }: Pick<WebhookState, 'secrets'> & { ask: (what: Asked) => void }) {
  const [newest, ...older] = secrets
  return (
    <>
      <SettingRow
        name={copy.secret}
        action={
          <Button size="sm" onClick={() => ask('secret')}>
            {newest ? copy.replace : copy.add}
          </Button>
        }
      >
        {newest ? (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <Badge tone="success" icon={<CircleCheck aria-hidden />}>
              <LastFour label={copy.secretSet} last4={newest.last4} />
            </Badge>
            <Since iso={newest.since} />
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
              onClick={() => ask({ retire: id, last4 })}
            >
              {copy.retire.short}
            </Button>
          }
        >
          <Dotted>
            <span>
              <LastFour label={settings.connections.keyEnds} last4={last4} />
            </span>
            <Since iso={since} />
          </Dotted>
        </SettingRow>
      ))}
    </>
  )
}

function Since({ iso }: { iso: string }) {
  return (
    <span className="self-baseline text-muted text-sm">
      {copy.since} <DateTime iso={iso} variant="day" />
    </span>
  )
}

type DialogProps = { asked: Asked; isSet: boolean; close: () => void }

function WebhookDialog({ asked, isSet, close }: DialogProps) {
  const addSecret = useAct(addSecretAction)
  const retireSecret = useAct(retireSecretAction)
  const register = useAct(registerWebhookAction)
  const client = useQueryClient()
  const account = useAccount()
  const toast = useToast()
  const Dialog = useLazyModule(fieldDialog)
  if (!Dialog) return null
  const shared = (message: string) => ({
    onClose: close,
    onDone: () => {
      close()
      toast({ message })
      void client.invalidateQueries({ queryKey: [account, 'mirror'] })
    },
  })
  if (asked === 'secret')
    return (
      <Dialog
        {...shared(copy.dialog.saved)}
        title={copy.dialog.title}
        lead={copy.dialog.lead}
        name={{ ...copy.dialog.field, type: 'password' }}
        submitLabel={copy.dialog.submit}
        failed={copy.dialog.failed}
        act={(stepUp, secret) => addSecret({ secret }, stepUp)}
      />
    )
  if (asked !== 'register')
    return (
      <Dialog
        {...shared(copy.retire.done)}
        title={copy.retire.title(asked.last4)}
        lead={copy.retire.lead}
        name={null}
        submitLabel={copy.retire.short}
        failed={copy.retire.failed}
        cancelLabel={copy.retire.keep}
        danger
        act={(stepUp) => retireSecret({ secret_id: asked.retire }, stepUp)}
      />
    )
  return (
    <Dialog
      {...shared(copy.register.done)}
      title={isSet ? copy.register.renew : copy.register.submit}
      lead={isSet ? copy.register.again : copy.register.lead}
      name={null}
      submitLabel={isSet ? copy.register.renew : copy.register.submit}
      failed={copy.register.failed}
      act={(stepUp) => register({}, stepUp)}
    />
  )
}
