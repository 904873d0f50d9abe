import { expect, it } from 'vitest'
import { activeFilters, type FilterContext, inTableOrder, without } from '@/components/list/filters'
import { listHref } from '@/components/navigation/query-string'
import { timesOf } from '@/components/time/times'
import type { PaymentFilter } from '@/lib/dashboard/payments/payment-filter'
import { english } from '@/test/english'
import { paymentFilters } from './list'

const entries = paymentFilters('USD', 'Dinner', english)
const where = { timeZone: 'America/Lima', now: Date.parse('2026-11-20T12:00:00.000Z') }
const context: FilterContext = {
  locale: 'en-US',
  ...where,
  times: timesOf(english, { language: 'en', locale: 'en-US' }, where),
  page: undefined,
  anyDate: false,
}
const sentence = (filter: PaymentFilter) =>
  activeFilters(entries, filter, context).map(({ entry, label }) => entry.standing?.(label) ?? label)

it('an empty list names every active filter except status and search', () => {
  const filter = {
    status: 'FAILED',
    q: 'grace',
    period: 'month',
    min: '10',
    card: 'visa',
    link: 'pl_1',
    customer: 'cus_1',
    unpaid: '1',
    refunded: '1',
  } as const
  expect(sentence(filter)).toEqual([
    'This month',
    'Amount ≥ 10.00',
    'Visa',
    '“Dinner”',
    'Not paid since · last 7 days',
    'Customer: cus_1',
    'Refunds: Refunded in full or in part',
  ])
  expect(sentence({ max: '5', card: 'visa-4242' })).toEqual(['Amount ≤ 5.00', 'Visa ••4242'])
})

it('a minimum amount of zero is no filter', () => {
  expect(sentence({ status: 'FAILED', q: 'grace', min: '0' })).toEqual([])
})

it('dates have no effect while the search is an id', () => {
  const [date] = activeFilters(entries, { q: 'pay_1', period: 'today' }, { ...context, anyDate: true })
  expect(date?.isIdle).toBe(true)
})

it('the order of setting filters does not change the address', () => {
  const filter = { max: '60.5', min: '50', card: 'visa', period: 'today', status: 'FAILED' } as const
  expect(listHref('/payments', inTableOrder(entries, filter))).toBe(
    '/payments?status=FAILED&period=today&min=50&max=60.5&card=visa',
  )
})

it('a filter is removed with all of its parameters', () => {
  const [date] = entries
  expect(date && Object.keys(without(date))).toEqual(['period', 'from', 'to'])
})
