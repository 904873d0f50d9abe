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
import { ToastProvider } from '@/components/ui/toast'
import { isRollable, type ListedKey } from '@/lib/contract/panel/keys'
import { EnglishTexts } from '@/test/english-texts'
import { aPageMember } from '@/test/factories/page-member'
import { KeysScreen } from './list'

const NOON = Date.parse('2026-11-20T12:00:00.000Z')

function aKey(over: Partial<ListedKey>): ListedKey {
  return {
    id: 'key_1',
    name: 'Shop server',
    last4: 'a1B2',
    state: 'LIVE',
    scope: 'all',
    created_at: '2026-11-20T11:00:00.000Z',
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
    replaced_by: null,
    in_use: false,
    ...over,
  }
}

// The cast is safe, because nothing navigates during the render.
const router = {} as AppRouterInstance

function screenOf(keys: ListedKey[], mayWrite = true): string {
  const client = new QueryClient()
  const page = { has_more: false, next_cursor: null, newer_cursor: null, totals: null, search: null }
  client.setQueryData(read('', 'api-keys/list', {}).queryKey, { ...page, data: keys, scopes: [] })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LocaleProvider locale="en" timeZone="UTC" now={NOON}>
        <ToastProvider>
          <MemberProvider member={aPageMember(mayWrite ? ['developers.write'] : [])}>
            <AppRouterContext value={router}>
              <SearchParamsContext value={new URLSearchParams()}>
                <EnglishTexts>
                  <KeysScreen filter={{}} />
                </EnglishTexts>
              </SearchParamsContext>
            </AppRouterContext>
          </MemberProvider>
        </ToastProvider>
      </LocaleProvider>
    </QueryClientProvider>,
  )
}

test('the key in use by the dashboard is labeled', () => {
  const html = screenOf([aKey({ in_use: true })])
  for (const text of ['Shop server', '••a1B2', 'Active', 'Used by this dashboard', 'never used'])
    expect(html).toContain(text)
  expect(html).toContain('aria-label="More for Shop server, ends in a1B2"')
})

test('a rolled key shows the time left and cannot be rolled again, unless the dashboard uses it', () => {
  const ending = aKey({
    state: 'ENDING',
    expires_at: '2026-11-21T11:00:00.000Z',
    replaced_by: 'key_2',
  })
  expect(screenOf([ending, aKey({ id: 'key_2' })])).toContain('Expires in 23 h')
  expect(isRollable(ending)).toBe(false)
  expect(isRollable({ ...ending, in_use: true })).toBe(true)
})

test('inactive keys are listed without actions', () => {
  const html = screenOf([
    aKey({}),
    aKey({ id: 'key_2', state: 'REVOKED' }),
    aKey({ id: 'key_3', state: 'ENDED' }),
  ])
  expect(html).toContain('Revoked')
  expect(html.match(/aria-label="More for/g)).toHaveLength(1)
})

test('a member with read-only access sees no buttons', () => {
  const html = screenOf([aKey({})], false)
  expect(html).not.toContain('Create key')
  expect(html).not.toContain('More for')
})
