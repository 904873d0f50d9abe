import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LocaleProvider } from '@/components/locale/locale-provider'
import type { MirrorHealth } from '@/lib/dashboard/schema/mirror'
import type { Overview } from '@/lib/dashboard/schema/overview'
import { aMirrorHealth } from '@/test/factories/sync-fixtures'
import { Attention } from './attention'

const quiet: Overview = {
  currency: 'USD',
  days: [],
  before: { amount: 0 },
  declined: { count: 0 },
  declines: { counted: 0, reasons: [] },
  debt: null,
  late: [],
  setup: null,
  unpaid: { count: 0, isMore: false, newest: [] },
  expiring: { count: 0, next: [] },
}

function shown(over: Partial<MirrorHealth>): string {
  const client = new QueryClient()
  client.setQueryData(['', 'mirror', 'health', {}], aMirrorHealth(over))
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LocaleProvider locale="en" timeZone="UTC" now={Date.parse('2026-11-20T12:00:00.000Z')}>
        <Attention overview={quiet} lacksBankAccount={false} />
      </LocaleProvider>
    </QueryClientProvider>,
  )
}

test('missed events stay on Home for a day, even after a comparison without differences', () => {
  expect(shown({ lately: { corrected: {}, drift: 2 } })).toContain(
    '2 missed events corrected in the last 24 hours',
  )
  expect(shown({ lately: { corrected: {}, drift: 0 } })).not.toContain('missed event')
})
