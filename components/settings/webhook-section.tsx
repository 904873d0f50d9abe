'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { registerWebhookAction } from '@/app/(dashboard)/[account]/(panel)/settings/webhook/actions'
import { addSecretAction, retireSecretAction } from '@/app/(dashboard)/[account]/settings/actions'
import { read, useAct } from '@/components/data/read'
import { CopyMark, ShortAddress } from '@/components/data/short-id'
import { useAccount } from '@/components/navigation/use-go'
import { useStepUpDialog } from '@/components/step-up/use-step-up-dialog'
import { DateTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dotted } from '@/components/ui/dotted'
import { useToast } from '@/components/ui/toast'
import type { WebhookState } from '@/lib/dashboard/schema/connection'
import { settings } from '@/lib/messages/settings'
import { LastFour, Panel, SettingRow, SettingRows, SettingsSection } from './settings-section'

const copy = settings.webhook
/** Refetch interval. Test events change no list, so no live message reports them. */
const REFETCH_MS = 5_000

/** `first` is the state at the time the page was rendered; `hasPanel` is false for accounts of another host. */
type Props = { address: string; first: WebhookState; hasPanel: boolean }

/** Renders the address that receives the host's events, the secrets that verify them, and the latest event. */
export function WebhookSection({ address, first, hasPanel }: Props) {
  const account = useAccount()
  const registerWebhook = useAct(registerWebhookAction)
  const { ask, dialog } = useStepUpDialog()
  const done = useDone()
  const { data } = useQuery({
    ...read(account, 'mirror/webhook', {}),
    initialData: first,
    refetchInterval: REFETCH_MS,
  })
  const { secrets, lastEvent, lastRefused } = data
  const isSet = secrets.length > 0

  const { register } = copy
  const title = isSet ? register.renew : register.submit
  const lead = isSet ? register.again : register.lead
  const askRegister = () =>
    ask({
      ...{ title, lead, submit: title, failed: register.failed },
      act: (stepUp) => registerWebhook({}, stepUp),
      onDone: done(register.done),
    })

  return (
    <SettingsSection id="webhook" title={copy.setup}>
      <SettingRows>
        <SettingRow name={copy.address} mark={<CopyMark value={address} name={copy.copied} />}>
          <ShortAddress address={address} />
        </SettingRow>
        <SecretRows secrets={secrets} />
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
      <Panel className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 sm:px-5">
        <p className="min-w-0 max-w-prose flex-1 basis-64 text-pretty text-muted text-sm">
          {hasPanel ? lead : copy.steps}
        </p>
        {hasPanel ? (
          <Button size="sm" variant={isSet ? 'secondary' : 'primary'} onClick={askRegister}>
            {title}
          </Button>
        ) : null}
      </Panel>
      {dialog}
    </SettingsSection>
  )
}

/** Returns a function that makes the end of a change: its message, and the new state. */
function useDone() {
  const client = useQueryClient()
  const account = useAccount()
  const toast = useToast()
  return (message: string) => () => {
    toast({ message })
    void client.invalidateQueries({ queryKey: [account, 'mirror'] })
  }
}

function SecretRows({ secrets }: Pick<WebhookState, 'secrets'>) {
  const addSecret = useAct(addSecretAction)
  const retireSecret = useAct(retireSecretAction)
  const { ask, dialog } = useStepUpDialog()
  const done = useDone()
  const [newest, ...older] = secrets
  const askSecret = () =>
    ask({
      ...copy.dialog,
      name: { ...copy.dialog.field, type: 'password' },
      act: (stepUp, secret) => addSecret({ secret }, stepUp),
      onDone: done(copy.dialog.saved),
    })
  const askRetire = ({ id, last4 }: WebhookState['secrets'][number]) =>
    ask({
      ...copy.retire,
      title: copy.retire.title(last4),
      submit: copy.retire.short,
      danger: true,
      act: (stepUp) => retireSecret({ secret_id: id }, stepUp),
      onDone: done(copy.retire.done),
    })
  return (
    <>
      <SettingRow
        name={copy.secret}
        action={
          <Button size="sm" onClick={askSecret}>
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
      {older.map((secret) => (
        <SettingRow
          key={secret.id}
          name={copy.secretOlder}
          action={
            <Button
              size="sm"
              variant="quiet"
              aria-label={copy.retire.open(secret.last4)}
              onClick={() => askRetire(secret)}
            >
              {copy.retire.short}
            </Button>
          }
        >
          <Dotted>
            <span>
              <LastFour label={settings.connections.keyEnds} last4={secret.last4} />
            </span>
            <Since iso={secret.since} />
          </Dotted>
        </SettingRow>
      ))}
      {dialog}
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
