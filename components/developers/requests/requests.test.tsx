import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MemberProvider } from '@/components/data/member'
import { read } from '@/components/data/read'
import { LocaleProvider } from '@/components/texts/texts-provider'
import type { ShownRequest } from '@/lib/contract/panel/requests'
import type { RequestFilter } from '@/lib/dashboard/developers/filters'
import { EnglishTexts } from '@/test/english-texts'
import { aPageMember } from '@/test/factories/page-member'
import { RequestScreen } from './detail'
import { RequestsScreen } from './list'

const request: ShownRequest = {
  id: 'req_1',
  method: 'POST',
  route: '/customers',
  path: '/customers',
  status: 409,
  duration_ms: 12,
  idempotency_key: 'order-0001',
  replayed: false,
  object_id: null,
  key: { id: 'key_1', name: 'Shop server', last4: 'a1B2', state: 'LIVE' },
  created_at: '2026-11-20T11:00:00.000Z',
  request_body: { name: '•••', phone: '••• 0132' },
  error: { type: 'conflict_error', code: 'customer_already_exists' },
}

function screenOf(change: Partial<ShownRequest> = {}): string {
  const client = new QueryClient()
  client.setQueryData(read('', 'requests/detail', { id: 'req_1' }).queryKey, { ...request, ...change })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LocaleProvider locale="en" timeZone="UTC" now={Date.parse('2026-11-20T12:00:00.000Z')}>
        <MemberProvider member={aPageMember()}>
          <EnglishTexts>
            <RequestScreen id="req_1" />
          </EnglishTexts>
        </MemberProvider>
      </LocaleProvider>
    </QueryClientProvider>,
  )
}

test('a failed request shows its error, its masked body and the command that repeats it, without an API key', () => {
  const html = screenOf()
  for (const text of [
    'The API refused the request.',
    'customer_already_exists',
    '••• 0132',
    'order-0001',
    'Shop server',
  ])
    expect(html).toContain(text)
  expect(html).toContain('curl -X POST &#x27;https://api.example.com/api/v1/customers&#x27;')
  expect(html).toContain('Bearer $API_KEY')
  expect(html).toContain('Replace masked values')
  expect(html).toContain('Set API_KEY to one of your keys first.')
})

test('a request with a revoked key is labeled', () => {
  const key = { ...request.key, state: 'REVOKED' } as const
  const html = screenOf({ status: 401, key, error: { code: 'invalid_api_key' } })
  expect(html).toContain('its key is revoked')
  expect(html).toContain('revoked · ')
})

test('a replayed response is labeled, and a request without a body has no JSON', () => {
  expect(screenOf({ status: 201, replayed: true })).toContain('was repeated')
  expect(screenOf({ request_body: null, error: null })).toContain('No JSON body')
})

// The cast is safe, because nothing navigates during the render.
const router = {} as AppRouterInstance

function emptyListOf(filter: RequestFilter): string {
  const client = new QueryClient()
  client.setQueryData(read('', 'requests/list', filter).queryKey, {
    data: [],
    has_more: false,
    next_cursor: null,
    newer_cursor: null,
    totals: {
      from: 1,
      counts: { ALL: 0, SUCCEEDED: 0, FAILED: 0 },
      count: 0,
      amount: 0,
      currency: '',
    },
    search: null,
  })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LocaleProvider locale="en" timeZone="UTC" now={Date.parse('2026-11-20T12:00:00.000Z')}>
        <AppRouterContext value={router}>
          <SearchParamsContext value={new URLSearchParams()}>
            <EnglishTexts>
              <RequestsScreen filter={filter} />
            </EnglishTexts>
          </SearchParamsContext>
        </AppRouterContext>
      </LocaleProvider>
    </QueryClientProvider>,
  )
}

test('a list that is empty without the requests of this dashboard reports that they are hidden', () => {
  expect(emptyListOf({})).toContain('Those of this dashboard are hidden.')
})

test('the message of an empty list with filters does not mention this dashboard', () => {
  const html = emptyListOf({ dashboard: 'shown', key: 'key_1' })
  expect(html).toContain('No request matches these filters')
  expect(html).not.toContain('are hidden')
})
