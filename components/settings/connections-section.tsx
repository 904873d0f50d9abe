'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Plus, Unplug } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { disconnectAction, replaceKeyAction } from '@/app/(dashboard)/[account]/settings/actions'
import { useAct, useCan } from '@/components/data/member'
import { CopyMark, ShortAddress } from '@/components/data/short-id'
import { ButtonLink } from '@/components/navigation/link-looks'
import { isOnline } from '@/components/navigation/network'
import { useStepUpDialog } from '@/components/step-up/use-step-up-dialog'
import { useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CheckField } from '@/components/ui/checkbox'
import { useToast } from '@/components/ui/toast'
import type { ListedConnection } from '@/lib/dashboard/connections/connect-account'
import { LastFour, Panel, SettingsSection } from './settings-section'

type Props = {
  connections: readonly ListedConnection[]
  ownUrl: string
}

export function ConnectionsSection({ connections, ownUrl }: Props) {
  const t = useTexts()
  const manages = useCan('connection.manage')
  return (
    <SettingsSection id="connections" title={t('settings.connections.title')}>
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
        <ButtonLink size="sm" Icon={Plus} className="self-start" href="/settings/connect">
          {t('settings.connections.add')}
        </ButtonLink>
      ) : null}
    </SettingsSection>
  )
}

type Of = { connection: ListedConnection }

function ConnectionFacts({ connection: { slug, accountName, baseUrl, current } }: Of) {
  const t = useTexts()
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="wrap-anywhere min-w-0 flex-1 basis-40 font-medium">
          <bdi>{accountName}</bdi>
        </p>
        {current ? (
          <Badge tone="success" Icon={CircleCheck}>
            {t('settings.connections.inUse')}
          </Badge>
        ) : (
          <Button asChild size="sm">
            {/* A full page load: everything on the screen belongs to the current account. */}
            <a
              href={`/${slug}/settings`}
              aria-label={t('settings.connections.switchTo', { name: accountName })}
              onClick={(event) => isOnline() || event.preventDefault()}
            >
              {t('settings.connections.use')}
            </a>
          </Button>
        )}
      </div>
      <div className="flex items-center justify-between gap-2 py-1 text-muted text-sm pointer-coarse:py-2.75">
        <ShortAddress address={baseUrl} />
        <CopyMark value={baseUrl} name={t('settings.connections.address')} />
      </div>
    </div>
  )
}

function KeyState({ connection: { disconnectedAt, keyLast4 } }: Of) {
  const t = useTexts()
  return (
    <p className="text-muted text-sm">
      {disconnectedAt !== null ? (
        <Badge tone="warning" Icon={Unplug}>
          {t('settings.connections.disconnected')} <DateTime iso={disconnectedAt} variant="day" />
        </Badge>
      ) : keyLast4 !== null ? (
        <LastFour label={t('settings.connections.keyEnds')} last4={keyLast4} />
      ) : null}
    </p>
  )
}

type ActsProps = Of & { ownUrl: string }

function ConnectionActs({ connection, ownUrl }: ActsProps) {
  const t = useTexts()
  const replaceKey = useAct(replaceKeyAction)
  const disconnect = useAct(disconnectAction)
  const { id, accountName, baseUrl, current, disconnectedAt } = connection
  const isConnected = disconnectedAt === null
  const values = { name: accountName }
  const key = isConnected ? 'replace' : 'reconnect'
  const keyTitle = t(`settings.connections.${key}.title`, values)
  const end = isConnected ? 'disconnect' : 'deleteCopy'
  const endTitle = t(`settings.connections.${end}.title`, values)
  const endLead = t(`settings.connections.${end}.lead`)
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
      title: keyTitle,
      lead: t(`settings.connections.${key}.lead`),
      submit: t(`settings.connections.${key}.submit`),
      failed: t(`settings.connections.${key}.failed`),
      name: {
        label: t('settings.connections.replace.field.label'),
        hint: t('settings.connections.replace.field.hint'),
        missing: t('settings.connections.replace.field.missing'),
        type: 'password',
        refused: (code) => t.first(`settings.connect.refused.${code}`),
      },
      act: (stepUp, typed) => replaceKey({ connection_id: id, api_key: typed }, stepUp),
      onDone: () => done(t(`settings.connections.${key}.done`)),
    })

  const askEnd = () =>
    ask({
      title: endTitle,
      lead:
        isConnected && baseUrl === ownUrl
          ? `${endLead} ${t('settings.connections.disconnect.ownLead')}`
          : endLead,
      submit: t(`settings.connections.${end}.submit`),
      failed: t(`settings.connections.${end}.failed`, values),
      name: {
        label: t('settings.connections.disconnect.label', values),
        missing: t('settings.connections.disconnect.missing'),
      },
      fields: ['delete_copy'],
      children: isConnected ? (
        <CheckField
          name="delete_copy"
          label={t('settings.connections.disconnect.choice.label')}
          hint={t('settings.connections.disconnect.choice.hint')}
        />
      ) : null,
      danger: true,
      act: (stepUp, name, typed) =>
        disconnect({ connection_id: id, name, delete_copy: deletesCopy(typed) }, stepUp),
      onDone: (_, typed) => {
        // A full page load: the deleted account has no screens any more.
        if (deletesCopy(typed) && current) return window.location.assign('/')
        const result = deletesCopy(typed) ? 'deleted' : 'done'
        done(t(`settings.connections.disconnect.${result}`, values))
      },
    })

  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-label={keyTitle} onClick={askKey}>
        {t(`settings.connections.${key}.open`)}
      </Button>
      <Button size="sm" aria-label={endTitle} onClick={askEnd}>
        {t(`settings.connections.${end}.open`)}
      </Button>
      {dialog}
    </div>
  )
}
