'use client'

import { Ellipsis, KeyRound, Send } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { answerMissedAction } from '@/app/(dashboard)/[account]/(panel)/developers/webhooks/actions'
import { failureToast } from '@/components/data/failure'
import { isMissing } from '@/components/data/fetch-json'
import { useCan } from '@/components/data/member'
import { useAct, useRead } from '@/components/data/read'
import { ShortId } from '@/components/data/short-id'
import { DetailFallback } from '@/components/detail/detail-screen'
import { deliveryColumns } from '@/components/developers/deliveries/list'
import { PanelDetail } from '@/components/developers/detail'
import { panelHref, useRenew } from '@/components/developers/face'
import { RecordTable } from '@/components/list/columns'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { useGo } from '@/components/navigation/use-go'
import { DateTime } from '@/components/time/date-time'
import { durationText } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { useLazyModule } from '@/components/ui/lazy-module'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { TextLink } from '@/components/ui/text-link'
import { useToast } from '@/components/ui/toast'
import type { EndpointDetail, ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { numberFormat } from '@/lib/domain/formatters'
import { webhooks as copy } from '@/lib/messages/developer-webhooks'
import { developers } from '@/lib/messages/developers'
import { times } from '@/lib/messages/times'
import { EndpointBadge, endpointDialogs, REFRESH_MS } from './list'

const { names } = copy
const listOf = { path: '/developers/webhooks', title: developers.tabs.webhooks }

/** Renders one webhook endpoint: its health, secret, subscribed events and latest deliveries. */
export function EndpointScreen({ id }: { id: string }) {
  const writes = useCan('developers.write')
  const manages = useCan('connection.manage')
  const query = useRead('endpoints/detail', { id }, { refetchInterval: REFRESH_MS })
  if (!query.data || isMissing(query.error))
    return <DetailFallback list={listOf} query={query} one={copy.one} loading={copy.loading} />
  const { endpoint, deliveries, notices } = query.data
  const { url, kinds, failingSince } = endpoint
  const changes = writes && (manages || !endpoint.own)
  return (
    <PanelDetail
      list={listOf}
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
        { name: names.id, value: <ShortId id={id} name={copy.copyId} /> },
        { name: copy.columns.events, value: kinds ? kinds.join(', ') : copy.allEvents },
        { name: names.created, value: <DateTime iso={endpoint.createdAt} /> },
        {
          name: names.failing,
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
      <LatestDeliveries id={id} deliveries={deliveries} />
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
      <Button
        variant="primary"
        icon={<Send aria-hidden className="size-4" />}
        onPointerEnter={endpointDialogs.preload}
        onFocus={endpointDialogs.preload}
        onClick={() => ask('test')}
      >
        {copy.test.open}
      </Button>
      {changes ? (
        <>
          <Button onClick={() => ask(toggle)}>{copy[toggle].submit}</Button>
          <Menu
            trigger={
              <Button aria-label={copy.more} title={copy.more}>
                <Ellipsis aria-hidden className="size-4" />
              </Button>
            }
          >
            <MenuItem onSelect={() => ask('edit')}>{copy.edit}</MenuItem>
            <MenuSeparator />
            <MenuItem danger onSelect={() => ask('delete')}>
              {copy.delete.submit}
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
  const { missedBanner } = copy
  const { locale } = useLocale()
  const answer = useAct(answerMissedAction)
  const toast = useToast()
  const renew = useRenew('endpoints')
  const [busy, setBusy] = useState(false)
  const format = (count: number) => numberFormat(locale).format(count)

  async function decide(send: boolean) {
    setBusy(true)
    const result = await answer({ id, send })
    setBusy(false)
    void renew()
    if (!result?.ok) return toast(failureToast(result, { what: missedBanner.failed }))
    toast({ message: send ? missedBanner.sent(format(result.data.queued)) : missedBanner.left })
  }

  return (
    <Banner
      tone="warning"
      title={missedBanner.title(format(missed))}
      action={
        <span className="flex gap-2">
          <Button size="sm" variant="primary" busy={busy} onClick={() => decide(true)}>
            {missedBanner.send}
          </Button>
          <Button size="sm" busy={busy} onClick={() => decide(false)}>
            {missedBanner.leave}
          </Button>
        </span>
      }
    />
  )
}

function LatestDeliveries({ id, deliveries }: { id: string } & Pick<EndpointDetail, 'deliveries'>) {
  const { timeZone } = useLocale()
  const all = (
    <TextLink>
      <PageLink href={`/developers/deliveries?endpoint=${encodeURIComponent(id)}`}>
        {copy.deliveries.all}
      </PageLink>
    </TextLink>
  )
  return (
    <Card title={copy.deliveries.title} action={all}>
      {deliveries.length === 0 ? (
        <p className="text-muted">{copy.deliveries.none}</p>
      ) : (
        <RecordTable label={copy.deliveries.title} columns={deliveryColumns(timeZone)} rows={deliveries} />
      )}
    </Card>
  )
}

type AskedStep = 'rotate' | 'use_now' | 'cancel'

function SecretCard({ endpoint, changes }: { endpoint: ShownEndpoint; changes: boolean }) {
  const { rotation: steps } = copy
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
      title={copy.secret.label}
      action={
        changes && !rotation ? (
          <Button
            ref={opener}
            size="sm"
            icon={<KeyRound aria-hidden className="size-4" />}
            onClick={() => ask('rotate')}
          >
            {steps.open}
          </Button>
        ) : null
      }
    >
      <p className="text-muted text-sm">
        {copy.names.secret} <DateTime iso={secretSince} variant="day" />
      </p>
      {rotation ? (
        <>
          <p className="mt-3 font-medium">
            {steps[rotation.mode](times.ahead(durationText(Date.parse(rotation.endsAt) - now)))}
          </p>
          {changes ? (
            <span className="mt-3 flex flex-wrap gap-2">
              <Button ref={opener} size="sm" variant="primary" onClick={() => ask('use_now')}>
                {steps.useNow}
              </Button>
              <Button size="sm" onClick={() => ask('cancel')}>
                {steps.cancel}
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
  if (notices.length === 0) return null
  return (
    <Card title={copy.notices.title}>
      <ul className="flex flex-col gap-1.5 text-sm">
        {notices.map(({ to, at }) => (
          <li key={at} className="wrap-anywhere">
            {copy.notices.sentTo(to)} <DateTime iso={at} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
