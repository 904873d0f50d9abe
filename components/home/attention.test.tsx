import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { read } from '@/components/data/read'
import { LocaleProvider } from '@/components/texts/texts-provider'
import type { OpenDisputes } from '@/lib/dashboard/payments/list-disputes'
import type { Overview } from '@/lib/dashboard/payments/read-overview'
import type { MirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { EnglishTexts } from '@/test/english-texts'
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

function shown(over: Partial<MirrorHealth>, open?: OpenDisputes): string {
  const client = new QueryClient()
  client.setQueryData(read('', 'mirror/health', {}).queryKey, aMirrorHealth(over))
  if (open) client.setQueryData(read('', 'payments/list/open-disputes', {}).queryKey, open)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <EnglishTexts>
        <LocaleProvider locale="en" timeZone="UTC" now={Date.parse('2026-11-20T12:00:00.000Z')}>
          <Attention overview={quiet} lacksBankAccount={false} />
        </LocaleProvider>
      </EnglishTexts>
    </QueryClientProvider>,
  )
}

test('missed events stay on Home for a day, even after a comparison without differences', () => {
  expect(shown({ lately: { corrected: {}, drift: 2 } })).toContain(
    '2 missed events corrected in the last 24 hours',
  )
  expect(shown({ lately: { corrected: {}, drift: 0 } })).not.toContain('missed event')
})

const disputed = (id: string, payer: string, amount: number) => ({
  ...{ id, payer, amount, currency: 'USD' },
  due_at: '2026-11-26T13:00:00.000Z',
})
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '·').replaceAll(/[·\s]+/g, ' ')

test('several disputes are one line with their sum, and one dispute is named', () => {
  const next = [disputed('P1', 'Rosa Diaz', 100.1), disputed('P2', 'Ben', 56.2)]
  const several = shown({}, { count: 2, isKnown: true, next })
  expect(textOf(several)).toContain(
    '2 disputes need a response Rosa Diaz and 1 other due in 6 days 156.30 USD Respond',
  )
  expect(several).toContain('href="/payments/disputes"')
  expect(textOf(shown({}, { count: 4, isKnown: true, next }))).not.toContain('156.30')

  const one = shown({}, { count: 1, isKnown: true, next: next.slice(0, 1) })
  expect(textOf(one)).toContain('Dispute needs a response Rosa Diaz due in 6 days 100.10 USD Respond')
  expect(one).toContain('href="/payments/P1"')
})
