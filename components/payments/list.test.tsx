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
import type { PaymentFilter } from '@/lib/dashboard/payments/payment-filter'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import type { Permission } from '@/lib/dashboard/role-permissions'
import type { MirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { nobody } from '@/lib/dashboard/web/shape'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { aDisputedPayment, aSettlement, NOON } from '@/test/factories/dashboard'
import { aMirrorHealth } from '@/test/factories/sync-fixtures'
import { PaymentsScreen } from './list'

// The cast is safe, because nothing navigates during the render.
const router = {} as AppRouterInstance

function listOf(
  state: MirrorHealth['state'],
  filter: PaymentFilter = {},
  granted: readonly Permission[] = ['developers.read'],
  data: ShownPayment[] = [],
): string {
  const client = new QueryClient()
  client.setQueryData(read('', 'mirror/health', {}).queryKey, aMirrorHealth({ state }))
  client.setQueryData(read('', 'payments/list', filter).queryKey, {
    data,
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
              <EnglishTexts>
                <PaymentsScreen filter={filter} />
              </EnglishTexts>
            </MemberProvider>
          </SearchParamsContext>
        </AppRouterContext>
      </LocaleProvider>
    </QueryClientProvider>,
  )
}

test('only the empty list of an account without a webhook explains that payments come late, with a link for those who may set it up', () => {
  const html = listOf('no_webhook')
  expect(html).toContain(english('payments.emptyLate'))
  expect(html).toMatch(new RegExp(`href="/settings/webhook"[^>]*>${english('payments.connectWebhook')}`))
  expect(html).not.toContain(english('payments.emptyHint'))
  expect(listOf('no_webhook', {}, [])).not.toContain('/settings/webhook')

  expect(listOf('live')).toContain(english('payments.emptyHint'))
  expect(listOf('live')).not.toContain(english('payments.emptyLate'))
  expect(listOf('no_webhook', { status: 'FAILED' })).not.toContain(english('payments.emptyLate'))
})

test('an open dispute is the only status of its row, and the settlement column needs a settlement', () => {
  const row: ShownPayment = {
    ...aDisputedPayment('P1'),
    masked: false,
    mirror: { seen_at: NOON.toISOString(), confirmed_at: null, conflict: false, missing: false },
  }
  const badge = (word: string) => new RegExp(`</svg>${word}<`)
  const settlementHead = `>${english('payment-rows.columns.settlement')}</th>`
  const html = listOf('live', {}, [], [row])
  expect(html).toMatch(badge(english('dispute-states.disputed')))
  expect(html).not.toMatch(badge(english('payment-rows.status.APPROVED')))
  expect(html).not.toContain(settlementHead)

  const settled = listOf('live', {}, [], [{ ...row, dispute: null, settlement: aSettlement() }])
  expect(settled).toMatch(badge(english('payment-rows.status.APPROVED')))
  expect(settled).toContain(settlementHead)
})
