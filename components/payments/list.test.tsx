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
import { LocaleProvider } from '@/components/locale/locale-provider'
import type { MirrorHealth } from '@/lib/dashboard/schema/mirror'
import { nobody } from '@/lib/dashboard/schema/page-member'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import type { Permission } from '@/lib/dashboard/schema/role-permissions'
import { payments } from '@/lib/messages/payments'
import { aMirrorHealth } from '@/test/factories/sync-fixtures'
import { PaymentsScreen } from './list'

// The cast is safe, because nothing navigates during the render.
const router = {} as AppRouterInstance

function emptyListOf(
  state: MirrorHealth['state'],
  filter: PaymentFilter = {},
  granted: readonly Permission[] = ['developers.read'],
): string {
  const client = new QueryClient()
  client.setQueryData(read('', 'mirror/health', {}).queryKey, aMirrorHealth({ state }))
  client.setQueryData(read('', 'payments/list', filter).queryKey, {
    data: [],
    has_more: false,
    next_cursor: null,
    newer_cursor: null,
    totals: null,
    search: null,
  })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LocaleProvider locale="en" timeZone="UTC" now={Date.parse('2026-11-20T12:00:00.000Z')}>
        <AppRouterContext value={router}>
          <SearchParamsContext value={new URLSearchParams()}>
            <MemberProvider member={{ ...nobody, granted }}>
              <PaymentsScreen filter={filter} />
            </MemberProvider>
          </SearchParamsContext>
        </AppRouterContext>
      </LocaleProvider>
    </QueryClientProvider>,
  )
}

test('only the empty list of an account without a webhook explains that payments come late, with a link for those who may set it up', () => {
  const html = emptyListOf('no_webhook')
  expect(html).toContain(payments.emptyLate)
  expect(html).toMatch(new RegExp(`href="/settings/webhook"[^>]*>${payments.connectWebhook}`))
  expect(html).not.toContain(payments.emptyHint)
  expect(emptyListOf('no_webhook', {}, [])).not.toContain('/settings/webhook')

  expect(emptyListOf('live')).toContain(payments.emptyHint)
  expect(emptyListOf('live')).not.toContain(payments.emptyLate)
  expect(emptyListOf('no_webhook', { status: 'FAILED' })).not.toContain(payments.emptyLate)
})
