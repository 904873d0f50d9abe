'use client'

import { Ellipsis, KeyRound, Send } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { answerMissedAction } from '@/app/(dashboard)/[account]/(panel)/developers/webhooks/actions'
import { isMissing } from '@/components/data/fetch-json'
import { useAct, useCan, useRead, useRenew } from '@/components/data/member'
import { usePress } from '@/components/data/use-press'
import { DetailFallback, type ListOf } from '@/components/detail/detail-screen'
import { DeliveriesSection } from '@/components/developers/deliveries/deliveries-section'
import { PanelDetail } from '@/components/developers/detail'
import { panelHref } from '@/components/developers/face'
import { InlineLink } from '@/components/navigation/link-looks'
import { useGo } from '@/components/navigation/use-go'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { useTimes } from '@/components/time/times'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { useLazyModule } from '@/components/ui/lazy-module'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import type { EndpointDetail, ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { EndpointBadge, endpointDialogs, REFRESH_MS } from './list'

const list: ListOf = {
  path: '/developers/webhooks',
  title: 'developers.tabs.webhooks',
  one: 'developer-webhooks.one',
  loading: 'developer-webhooks.loading',
}

export function EndpointScreen({ id }: { id: string }) {
  const t = useTexts()
  const writes = useCan('developers.write')
  const manages = useCan('connection.manage')
  const query = useRead('endpoints/detail', { id }, { refetchInterval: REFRESH_MS })
  if (!query.data || isMissing(query.error)) return <DetailFallback list={list} query={query} />
  const { endpoint, deliveries, notices } = query.data
  const { url, kinds, failingSince } = endpoint
  const changes = writes && (manages || !endpoint.own)
  return (
    <PanelDetail
      list={list}
      copies={url}
      name={url}
      badges={<EndpointBadge endpoint={endpoint} />}
      lead={endpoint.description ?? ''}
      actions={writes ? <Actions endpoint={endpoint} changes={changes} /> : null}
      notice={
        writes && endpoint.status === 'ACTIVE' && endpoint.missed > 0 ? (
          <MissedBanner endpoint={endpoint} />
        ) : null
      }
      properties={[
        { name: t('developer-webhooks.names.id'), id: id },
        {
          name: t('developer-webhooks.columns.events'),
          value: kinds ? kinds.join(', ') : t('developer-webhooks.allEvents'),
        },
        { name: t('developer-webhooks.names.created'), value: <DateTime iso={endpoint.createdAt} /> },
        {
          name: t('developer-webhooks.names.failing'),
          value: failingSince && <DateTime iso={failingSince} className="text-warning" />,
        },
      ]}
      aside={
        <>
          <SecretCard endpoint={endpoint} changes={changes} />
          <Notices notices={notices} />
        </>
      }
    >
      <DeliveriesSection
        title={t('developer-webhooks.deliveries.title')}
        action={
          <InlineLink href={`/developers/deliveries?endpoint=${encodeURIComponent(id)}`}>
            {t('developer-webhooks.deliveries.all')}
          </InlineLink>
        }
        rows={deliveries}
        none={t('developer-webhooks.deliveries.none')}
      />
    </PanelDetail>
  )
}

type ActionsProps = {
  endpoint: ShownEndpoint
  /** False if the test event is the only permitted action. */
  changes: boolean
}

type Asked = 'edit' | 'test' | 'pause' | 'resume' | 'delete'

function Actions({ endpoint, changes }: ActionsProps) {
  const t = useTexts()
  /** True if the address asks for the dialog of the test event. Closing it restores the endpoint's address. */
  const opensTest = useSearchParams().has('test')
  const [asked, setAsked] = useState<Asked | null>(null)
  const go = useGo()
  const dialogs = useLazyModule(endpointDialogs)
  const ask = useCallback(async (next: Asked) => {
    if (await endpointDialogs.loadOrNull()) setAsked(next)
  }, [])
  useEffect(() => {
    if (opensTest) void ask('test')
  }, [opensTest, ask])
  const toggle = endpoint.status === 'PAUSED' ? 'resume' : 'pause'
  const dialog = {
    endpoint,
    onClose: () => {
      setAsked(null)
      if (opensTest) go(panelHref('webhooks', endpoint.id), { replace: true, scroll: false })
    },
  }
  return (
    <>
      <Button variant="primary" Icon={Send} {...endpointDialogs.intent} onClick={() => ask('test')}>
        {t('developer-webhooks.test.open')}
      </Button>
      {changes ? (
        <>
          <Button onClick={() => ask(toggle)}>{t(`developer-webhooks.${toggle}.submit`)}</Button>
          <Menu
            trigger={
              <Button
                aria-label={t('developer-webhooks.more')}
                title={t('developer-webhooks.more')}
                Icon={Ellipsis}
              />
            }
          >
            <MenuItem onSelect={() => ask('edit')}>{t('developer-webhooks.edit')}</MenuItem>
            <MenuSeparator />
            <MenuItem danger onSelect={() => ask('delete')}>
              {t('developer-webhooks.delete.submit')}
            </MenuItem>
          </Menu>
        </>
      ) : null}
      {!dialogs || !asked ? null : asked === 'edit' ? (
        <dialogs.EndpointForm {...dialog} />
      ) : asked === 'test' ? (
        <dialogs.TestEvent {...dialog} />
      ) : (
        <dialogs.ChangeEndpoint {...dialog} to={asked} />
      )}
    </>
  )
}

/** Renders the number of events missed during a pause, until a member sends or dismisses them. */
function MissedBanner({ endpoint: { id, missed } }: { endpoint: ShownEndpoint }) {
  const t = useTexts()
  const answer = useAct(answerMissedAction)
  const toast = useToast()
  const renew = useRenew('endpoints')
  const { busy, press } = usePress()

  async function decide(send: boolean) {
    const failed = { what: t('developer-webhooks.missedBanner.failed') }
    const result = await press(() => answer({ id, send }), failed)
    void renew()
    if (!result) return
    const message = send
      ? t('developer-webhooks.missedBanner.sent', { count: result.queued })
      : t('developer-webhooks.missedBanner.left')
    toast({ message })
  }

  return (
    <Banner
      tone="warning"
      title={t('developer-webhooks.missedBanner.title', { count: missed })}
      action={
        <span className="flex gap-2">
          <Button size="sm" variant="primary" busy={busy} onClick={() => decide(true)}>
            {t('developer-webhooks.missedBanner.send')}
          </Button>
          <Button size="sm" busy={busy} onClick={() => decide(false)}>
            {t('developer-webhooks.missedBanner.leave')}
          </Button>
        </span>
      }
    />
  )
}

type AskedStep = 'rotate' | 'use_now' | 'cancel'

function SecretCard({ endpoint, changes }: { endpoint: ShownEndpoint; changes: boolean }) {
  const t = useTexts()
  const { durationText } = useTimes()
  const { rotation, secretSince } = endpoint
  const { now } = useLocale()
  const [asked, setAsked] = useState<AskedStep | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const dialogs = useLazyModule(endpointDialogs)
  const ask = async (step: AskedStep) => {
    if (await endpointDialogs.loadOrNull()) setAsked(step)
  }
  const dialog = { endpoint, opener, onClose: () => setAsked(null) }
  return (
    <Card
      title={t('developer-webhooks.secret.label')}
      action={
        changes && !rotation ? (
          <Button ref={opener} size="sm" Icon={KeyRound} onClick={() => ask('rotate')}>
            {t('developer-webhooks.rotation.open')}
          </Button>
        ) : null
      }
    >
      <p className="text-muted text-sm">
        {t('developer-webhooks.names.secret')} <DateTime iso={secretSince} variant="day" />
      </p>
      {rotation ? (
        <>
          <p className="mt-3 font-medium">
            {t(`developer-webhooks.rotation.${rotation.mode}`, {
              inTime: t('times.ahead', { span: durationText(Date.parse(rotation.endsAt) - now) }),
            })}
          </p>
          {changes ? (
            <span className="mt-3 flex flex-wrap gap-2">
              <Button ref={opener} size="sm" variant="primary" onClick={() => ask('use_now')}>
                {t('developer-webhooks.rotation.useNow')}
              </Button>
              <Button size="sm" onClick={() => ask('cancel')}>
                {t('developer-webhooks.rotation.cancel')}
              </Button>
            </span>
          ) : null}
        </>
      ) : null}
      {!dialogs || !asked ? null : asked === 'rotate' ? (
        <dialogs.RotateSecret {...dialog} />
      ) : (
        <dialogs.EndRotation {...dialog} act={asked} />
      )}
    </Card>
  )
}

function Notices({ notices }: Pick<EndpointDetail, 'notices'>) {
  const t = useTexts()
  if (notices.length === 0) return null
  return (
    <Card title={t('developer-webhooks.notices.title')}>
      <ul className="flex flex-col gap-1.5 text-sm">
        {notices.map(({ to, at }) => (
          <li key={at} className="wrap-anywhere">
            {t('developer-webhooks.notices.sentTo', { to })} <DateTime iso={at} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
