'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { registerWebhookAction } from '@/app/(dashboard)/[account]/(panel)/settings/webhook/actions'
import { addSecretAction, retireSecretAction } from '@/app/(dashboard)/[account]/settings/actions'
import { useAct, useRenew } from '@/components/data/member'
import { read } from '@/components/data/read'
import { CopyMark, ShortAddress } from '@/components/data/short-id'
import { useAccount } from '@/components/navigation/use-go'
import { useStepUpDialog } from '@/components/step-up/use-step-up-dialog'
import { useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dotted } from '@/components/ui/dotted'
import { useToast } from '@/components/ui/toast'
import type { WebhookState } from '@/lib/dashboard/connections/webhook-state'
import { LastFour, Panel, SettingRow, SettingRows, SettingsSection } from './settings-section'

/** Refetch interval. Test events change no list, so no live message reports them. */
const REFETCH_MS = 5_000

/** `first` is the state at the time the page was rendered; `hasPanel` is false for accounts of another host. */
type Props = { address: string; first: WebhookState; hasPanel: boolean }

export function WebhookSection({ address, first, hasPanel }: Props) {
  const t = useTexts()
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

  const title = t(isSet ? 'webhook.register.renew' : 'webhook.register.submit')
  const lead = t(isSet ? 'webhook.register.again' : 'webhook.register.lead')
  const askRegister = () =>
    ask({
      ...{ title, lead, submit: title, failed: t('webhook.register.failed') },
      act: (stepUp) => registerWebhook({}, stepUp),
      onDone: done(t('webhook.register.done')),
    })

  return (
    <SettingsSection id="webhook" title={t('webhook.setup')}>
      <SettingRows>
        <SettingRow
          name={t('webhook.address')}
          mark={<CopyMark value={address} name={t('webhook.copied')} />}
        >
          <ShortAddress address={address} />
        </SettingRow>
        <SecretRows secrets={secrets} />
        <SettingRow name={t('webhook.lastEvent')}>
          {lastEvent ? (
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="wrap-anywhere font-mono text-xs">{lastEvent.kind}</span>
              {lastEvent.test ? <Badge tone="muted">{t('webhook.testEvent')}</Badge> : null}
              <DateTime iso={lastEvent.at} className="text-sm" />
            </span>
          ) : (
            <span className="text-muted">{t('webhook.lastEventNone')}</span>
          )}
        </SettingRow>
        {lastRefused ? (
          <SettingRow name={t('webhook.lastRefused')}>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <Badge tone="warning" Icon={TriangleAlert} className="whitespace-normal">
                {t(`webhook.refused.${lastRefused.reason}`)}
              </Badge>
              <DateTime iso={lastRefused.at} className="text-sm" />
            </span>
          </SettingRow>
        ) : null}
      </SettingRows>
      <Panel className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 sm:px-5">
        <p className="min-w-0 max-w-prose flex-1 basis-64 text-pretty text-muted text-sm">
          {hasPanel ? lead : t('webhook.steps')}
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

function useDone() {
  const renew = useRenew('mirror')
  const toast = useToast()
  return (message: string) => () => {
    toast({ message })
    void renew()
  }
}

function SecretRows({ secrets }: Pick<WebhookState, 'secrets'>) {
  const t = useTexts()
  const addSecret = useAct(addSecretAction)
  const retireSecret = useAct(retireSecretAction)
  const { ask, dialog } = useStepUpDialog()
  const done = useDone()
  const [newest, ...older] = secrets
  const askSecret = () =>
    ask({
      title: t('webhook.dialog.title'),
      lead: t('webhook.dialog.lead'),
      submit: t('webhook.dialog.submit'),
      failed: t('webhook.dialog.failed'),
      name: {
        label: t('webhook.dialog.field.label'),
        hint: t('webhook.dialog.field.hint'),
        missing: t('webhook.dialog.field.missing'),
        type: 'password',
      },
      act: (stepUp, secret) => addSecret({ secret }, stepUp),
      onDone: done(t('webhook.dialog.saved')),
    })
  const askRetire = ({ id, last4 }: WebhookState['secrets'][number]) =>
    ask({
      title: t('webhook.retire.title', { last4 }),
      lead: t('webhook.retire.lead'),
      submit: t('webhook.retire.short'),
      failed: t('webhook.retire.failed'),
      danger: true,
      act: (stepUp) => retireSecret({ secret_id: id }, stepUp),
      onDone: done(t('webhook.retire.done')),
    })
  return (
    <>
      <SettingRow
        name={t('webhook.secret')}
        action={
          <Button size="sm" onClick={askSecret}>
            {t(newest ? 'webhook.replace' : 'webhook.add')}
          </Button>
        }
      >
        {newest ? (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <Badge tone="success" Icon={CircleCheck}>
              <LastFour label={t('webhook.secretSet')} last4={newest.last4} />
            </Badge>
            <Since iso={newest.since} />
          </span>
        ) : (
          <Badge tone="warning" Icon={TriangleAlert} className="whitespace-normal">
            {t('webhook.secretNone')}
          </Badge>
        )}
      </SettingRow>
      {older.map((secret) => (
        <SettingRow
          key={secret.id}
          name={t('webhook.secretOlder')}
          action={
            <Button
              size="sm"
              variant="quiet"
              aria-label={t('webhook.retire.open', { last4: secret.last4 })}
              onClick={() => askRetire(secret)}
            >
              {t('webhook.retire.short')}
            </Button>
          }
        >
          <Dotted>
            <span>
              <LastFour label={t('webhook.secretEnds')} last4={secret.last4} />
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
  const t = useTexts()
  return (
    <span className="self-baseline text-muted text-sm">
      {t('webhook.since')} <DateTime iso={iso} variant="day" />
    </span>
  )
}
