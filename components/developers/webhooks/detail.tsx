'use client'

import { Ellipsis, KeyRound, Pencil, Send, Trash2, TriangleAlert } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { answerMissedAction } from '@/app/(dashboard)/[account]/(panel)/developers/webhooks/actions'
import { failureToast } from '@/components/data/failure-toast'
import { isMissing } from '@/components/data/fetch-json'
import { useCan } from '@/components/data/member'
import { useRead } from '@/components/data/read'
import { CopyMark, ShortId } from '@/components/data/short-id'
import { useAct } from '@/components/data/use-act'
import { DetailFallback } from '@/components/detail/detail-screen'
import { DebuggerLink, DeliveryRows, endpointHref, useRenew } from '@/components/developers/face'
import { useLocale } from '@/components/locale/locale-provider'
import { PageHeader } from '@/components/shell/frame/page-header'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useGo } from '@/components/shell/navigation/use-go'
import { DateTime } from '@/components/time/date-time'
import { durationText } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { useLazyModule } from '@/components/ui/lazy-module'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { Property, PropertyList } from '@/components/ui/property-list'
import { TextLink } from '@/components/ui/text-link'
import { useToast } from '@/components/ui/toast'
import type { EndpointDetail, ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { numberFormat } from '@/lib/domain/formatters'
import { webhooks as copy } from '@/lib/messages/developer-webhooks'
import { developers } from '@/lib/messages/developers'
import { times } from '@/lib/messages/times'
import { EndpointBadge, endpointDialogs, REFRESH_MS } from './list'

const listOf = { path: '/developers/webhooks', title: developers.tabs.webhooks }

/** Renders one webhook endpoint: its health, secret, subscribed events and latest deliveries. */
export function EndpointScreen({ id }: { id: string }) {
  const writes = useCan('developers.write')
  const manages = useCan('connection.manage')
  const query = useRead('endpoints/detail', { id }, { refetchInterval: REFRESH_MS })
  if (!query.data || isMissing(query.error))
    return <DetailFallback list={listOf} query={query} one={copy.one} loading={copy.loading} />
  const { endpoint, deliveries, notices } = query.data
  const changes = writes && (manages || !endpoint.own)
  return (
    <>
      <PageHeader
        back={{ href: listOf.path, label: listOf.title }}
        copies={endpoint.url}
        tab={endpoint.description ?? copy.one}
        title={<bdi className="text-xl">{endpoint.url}</bdi>}
        lead={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <EndpointBadge endpoint={endpoint} />
            {endpoint.description ? <bdi>{endpoint.description}</bdi> : null}
          </span>
        }
        action={
          <div className="flex flex-wrap gap-2">
            <DebuggerLink />
            {writes ? <EndpointMenu endpoint={endpoint} changes={changes} /> : null}
          </div>
        }
      />
      <div className="flex flex-col gap-4">
        {writes && endpoint.status === 'ACTIVE' && endpoint.missed > 0 ? (
          <MissedBanner endpoint={endpoint} />
        ) : null}
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
          <LatestDeliveries id={id} deliveries={deliveries} />
          <div className="flex min-w-0 flex-col gap-4">
            <SecretCard endpoint={endpoint} changes={changes} />
            <Details endpoint={endpoint} />
            <Notices notices={notices} />
          </div>
        </div>
      </div>
    </>
  )
}

type MenuProps = {
  endpoint: ShownEndpoint
  /** False if the test event is the only permitted action. */
  changes: boolean
}

type Asked = 'edit' | 'test' | 'pause' | 'resume' | 'delete'

/** Renders the actions on an endpoint: the test event, pause or resume, and the less common ones. */
function EndpointMenu({ endpoint, changes }: MenuProps) {
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
      if (opensTest) go(endpointHref(endpoint.id), { replace: true, scroll: false })
    },
  }
  return (
    <div className="flex flex-wrap gap-2">
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
              <Button
                aria-label={copy.more}
                title={copy.more}
                className="min-w-9 px-0 pointer-coarse:min-w-11"
              >
                <Ellipsis aria-hidden className="size-4" />
              </Button>
            }
          >
            <MenuItem
              icon={<Pencil aria-hidden className="size-4 text-muted" />}
              onSelect={() => void ask('edit')}
            >
              {copy.edit}
            </MenuItem>
            <MenuSeparator />
            <MenuItem
              danger
              icon={<Trash2 aria-hidden className="size-4" />}
              onSelect={() => void ask('delete')}
            >
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
    </div>
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
    >
      {missedBanner.lead}
    </Banner>
  )
}

function LatestDeliveries({ id, deliveries }: { id: string } & Pick<EndpointDetail, 'deliveries'>) {
  const { title, all, none, noneHint } = copy.deliveries
  if (deliveries.length === 0)
    return (
      <Card title={title}>
        <p className="font-medium">{none}</p>
        <p className="mt-0.5 text-muted text-sm">{noneHint}</p>
      </Card>
    )
  return (
    <Card
      title={title}
      action={
        <TextLink>
          <PageLink href={`/developers/deliveries?endpoint=${encodeURIComponent(id)}`}>{all}</PageLink>
        </TextLink>
      }
    >
      <DeliveryRows deliveries={deliveries} by="kind" />
    </Card>
  )
}

type AskedStep = 'rotate' | 'show' | 'use_now' | 'cancel'

/** Renders the age of an endpoint's signing secret and its rotation, with its steps for members who may change it. */
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
      title={copy.secret.title}
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
        <Banner
          tone="info"
          title={steps[rotation.mode](times.ahead(durationText(Date.parse(rotation.endsAt) - now)))}
          className="mt-3"
        >
          <p>{steps[`${rotation.mode}Hint`]}</p>
          {changes ? (
            <span className="mt-3 flex flex-wrap gap-2">
              <Button ref={opener} size="sm" variant="primary" onClick={() => ask('use_now')}>
                {steps.useNow}
              </Button>
              <Button size="sm" onClick={() => ask('show')}>
                {steps.show}
              </Button>
              <Button size="sm" onClick={() => ask('cancel')}>
                {steps.cancel}
              </Button>
            </span>
          ) : null}
        </Banner>
      ) : null}
      {!dialogs || !asked ? null : asked === 'rotate' || asked === 'show' ? (
        <dialogs.NextSecret {...dialog} again={asked === 'show'} />
      ) : (
        <dialogs.EndRotation {...dialog} act={asked} />
      )}
    </Card>
  )
}

/** Renders the mails about failures of the endpoint. */
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

function Details({ endpoint }: { endpoint: ShownEndpoint }) {
  const { id, url, kinds, createdAt, failingSince } = endpoint
  return (
    <Card title={developers.properties}>
      <PropertyList>
        <Property name={copy.names.id}>
          <ShortId id={id} name={copy.copyId} />
        </Property>
        <Property name={copy.names.url} action={<CopyMark value={url} name={copy.names.url} />}>
          <bdi className="wrap-anywhere">{url}</bdi>
        </Property>
        <Property name={copy.names.events}>
          {kinds ? (
            <ul className="wrap-anywhere font-mono text-sm">
              {kinds.map((kind) => (
                <li key={kind}>{kind}</li>
              ))}
            </ul>
          ) : (
            copy.allEvents
          )}
        </Property>
        <Property name={copy.names.created}>
          <DateTime iso={createdAt} />
        </Property>
        {failingSince ? (
          <Property name={copy.names.failing}>
            <span className="inline-flex items-center gap-1.5 text-warning">
              <TriangleAlert aria-hidden className="size-4" />
              <DateTime iso={failingSince} />
            </span>
          </Property>
        ) : null}
      </PropertyList>
    </Card>
  )
}
