import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MemberProvider } from '@/components/data/member'
import { read } from '@/components/data/read'
import { LocaleProvider } from '@/components/texts/texts-provider'
import { ToastProvider } from '@/components/ui/toast'
import { chosenEventKinds } from '@/lib/contract/event-kinds'
import { eventMeanings } from '@/lib/contract/event-samples'
import type { ListedDelivery } from '@/lib/contract/panel/deliveries'
import type { EndpointDetail, ShownEndpoint } from '@/lib/contract/panel/endpoints'
import type { Permission } from '@/lib/dashboard/role-permissions'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { aPageMember } from '@/test/factories/page-member'
import { EndpointScreen } from './detail'
import { EndpointsScreen } from './list'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')

const endpoint: ShownEndpoint = {
  id: 'we_1',
  url: 'https://shop.example.com/hook',
  description: 'Warehouse',
  status: 'ACTIVE',
  kinds: ['payment.succeeded', 'payment.failed'],
  createdAt: '2026-11-01T12:00:00.000Z',
  own: false,
  failingSince: null,
  secretSince: '2026-11-01T12:00:00.000Z',
  rotation: null,
  missed: 0,
}
const failing: ShownEndpoint = {
  ...endpoint,
  kinds: null,
  failingSince: '2026-11-20T11:00:00.000Z',
}

// The cast is safe, because nothing navigates during the render.
const router = {} as AppRouterInstance

function render(screen: ReactNode, client: QueryClient, granted: readonly Permission[] = []): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LocaleProvider locale="en" timeZone="UTC" now={NOW}>
        <AppRouterContext value={router}>
          <SearchParamsContext value={new URLSearchParams()}>
            <ToastProvider>
              <MemberProvider member={aPageMember(granted)}>
                <EnglishTexts>{screen}</EnglishTexts>
              </MemberProvider>
            </ToastProvider>
          </SearchParamsContext>
        </AppRouterContext>
      </LocaleProvider>
    </QueryClientProvider>,
  ).replaceAll(/<!--.*?-->/g, '')
}

const delivery: ListedDelivery = {
  id: 'whd_1',
  event_id: 'evt_1',
  kind: 'payment.succeeded',
  object_id: 'pay_1',
  endpoint_id: 'we_1',
  url: endpoint.url,
  status: 'FAILED',
  test: true,
  attempts: 6,
  automatic_attempts: 6,
  next_attempt_at: null,
  manual_due_at: null,
  last_answer_status: 503,
  last_error_class: 'http_5xx',
  created_at: '2026-11-20T11:00:00.000Z',
}

function list(...endpoints: ShownEndpoint[]): string {
  const client = new QueryClient()
  client.setQueryData(read('', 'endpoints/list', {}).queryKey, {
    data: endpoints,
    has_more: false,
    next_cursor: null,
    newer_cursor: null,
    totals: null,
    search: null,
  })
  return render(<EndpointsScreen filter={{}} />, client)
}

function detail(
  shown: ShownEndpoint,
  deliveries: ListedDelivery[] = [],
  notices: EndpointDetail['notices'] = [],
  granted: readonly Permission[] = [],
): string {
  const client = new QueryClient()
  client.setQueryData(read('', 'endpoints/detail', { id: shown.id }).queryKey, {
    endpoint: shown,
    deliveries,
    notices,
  })
  return render(<EndpointScreen id={shown.id} />, client, granted)
}

it('the list shows each endpoint with its events and its state', () => {
  const html = list(endpoint, { ...failing, id: 'we_2', own: true, missed: 37 })
  for (const text of [endpoint.url, 'Warehouse', '2 events', english('developer-webhooks.state.ACTIVE')])
    expect(html).toContain(text)
  for (const text of ['All events', english('developer-webhooks.own'), '37 events missed'])
    expect(html).toContain(text)
  expect(html).toContain(english('developer-webhooks.state.FAILING'))
})

it('the page of an endpoint shows the mails about its failures', () => {
  const mailed = { to: 'ana@shop.example', at: '2026-11-12T14:03:00.000Z' }
  expect(detail(failing, [], [mailed])).toMatch(/Mailed to ana@shop\.example on .*2026-11-12T14:03/)
  expect(detail(failing)).not.toContain(english('developer-webhooks.notices.title'))
})

it('an account without endpoints sees an explanation of endpoints', () => {
  expect(list()).toContain(english('developer-webhooks.emptyHint'))
})

it('a rotation under way shows the time at which the new secret takes over', () => {
  const endsAt = '2026-11-21T11:00:00.000Z'
  expect(detail({ ...endpoint, rotation: { mode: 'STAGED', endsAt } })).toContain(
    'The new secret takes over in 23 h',
  )
  expect(detail({ ...endpoint, rotation: { mode: 'OVERLAP', endsAt } })).toContain(
    'Both secrets sign. The old one stops in 23 h',
  )
})

it('a rotation under way can be ended by members who may change endpoints', () => {
  const rotation = { mode: 'STAGED', endsAt: '2026-11-21T11:00:00.000Z' } as const
  const writes = ['developers.write'] as const
  const own = { ...endpoint, rotation, own: true }
  expect(detail({ ...endpoint, rotation }, [], [], writes)).toContain(
    english('developer-webhooks.rotation.useNow'),
  )
  expect(detail({ ...endpoint, rotation })).not.toContain(english('developer-webhooks.rotation.useNow'))
  expect(detail(own, [], [], writes)).not.toContain(english('developer-webhooks.rotation.useNow'))
  expect(detail(own, [], [], [...writes, 'connection.manage'])).toContain(
    english('developer-webhooks.rotation.useNow'),
  )
})

it('the latest deliveries show their responses and link to all deliveries of the endpoint', () => {
  const html = detail(failing, [delivery])
  for (const text of ['pay_1', '503', 'Failed', english('developer-rows.test')]) expect(html).toContain(text)
  expect(detail(failing, [{ ...delivery, status: 'PENDING' }])).toMatch(/Retrying.*503/)
  expect(html).toContain('/developers/deliveries?endpoint=we_1')
  expect(html).toContain('/developers/deliveries/whd_1')
})

it.each(chosenEventKinds)('the form explains %s as the API’s reference does', (kind) => {
  expect(english(`developer-webhooks.kinds.${kind}`)).toBe(eventMeanings[kind])
})
