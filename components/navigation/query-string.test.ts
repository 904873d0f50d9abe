import { expect, it } from 'vitest'
import type { ListFilter } from '@/lib/dashboard/reads/list'
import { listHref } from './query-string'

const filter = { status: 'FAILED', q: 'ana', period: '7d', cursor: 'abc' }

it('the address contains every filter, and a change starts at the first page', () => {
  expect(listHref('/payments', filter)).toBe('/payments?status=FAILED&q=ana&period=7d')
  expect(listHref('/payments', filter, { cursor: 'def' })).toBe(
    '/payments?status=FAILED&q=ana&period=7d&cursor=def',
  )
  expect(listHref('/payments', filter, { q: undefined, status: undefined })).toBe('/payments?period=7d')
  expect(listHref('/payments', {}, {})).toBe('/payments')
})

it('status and search precede the other filters', () => {
  const byCard: ListFilter & { card: string } = { card: 'visa' }
  expect(listHref('/payments', byCard, { status: 'FAILED' })).toBe('/payments?status=FAILED&card=visa')
})
