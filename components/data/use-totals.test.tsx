import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ListTotals } from '@/lib/dashboard/reads/list'
import { useTotals } from './use-totals'

const base = { has_more: false, next_cursor: null, newer_cursor: null, totals: null, search: null }

function shownTotals(rows: number, count: number): string {
  const client = new QueryClient()
  const totals: ListTotals = { from: 1, counts: { ALL: count }, count, amount: 0, currency: 'USD' }
  client.setQueryData(['', 'payments', 'totals', {}], { totals })
  const page = { ...base, data: Array.from({ length: rows }) }
  function Shown() {
    const known = useTotals(page, 'payments/totals', {})
    return known ? known.count : 'pending'
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Shown />
    </QueryClientProvider>,
  )
}

test.each([
  [3, 3, '3'],
  [20, 132, '132'],
  [0, 0, '0'],
  [0, 3, 'pending'],
  [3, 0, 'pending'],
])('a page of %i rows with a count of %i shows %s', (rows, count, text) => {
  expect(shownTotals(rows, count)).toBe(text)
})
