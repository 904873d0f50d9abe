import { expect, it } from 'vitest'
import { standingWords } from './filter-words'

const told = {
  currency: 'USD',
  locale: 'en-US',
  timeZone: 'America/Lima',
  now: Date.parse('2026-11-20T12:00:00.000Z'),
  linkTitle: 'Dinner',
  anyDate: false,
}

it('names every filter that stands, as its pill does, and neither status nor search', () => {
  const filter = {
    status: 'FAILED',
    q: 'grace',
    period: 'month',
    min: '10',
    card: 'visa',
    link: 'pl_1',
    customer: 'cus_1',
    unpaid: '1',
  } as const
  expect(standingWords(filter, told)).toEqual([
    'Not paid since · last 7 days',
    'This month',
    'Amount ≥ 10.00',
    'Visa',
    '“Dinner”',
    'Customer cus_1',
  ])
  expect(standingWords({ status: 'FAILED', q: 'grace', min: '0' }, told)).toEqual([])
})

it('leaves out dates that count for nothing, and amounts of nothing', () => {
  const filter = { q: 'pay_1', period: 'today', card: '4242', max: '5' } as const
  expect(standingWords(filter, { ...told, anyDate: true })).toEqual(['Amount ≤ 5.00', '••4242'])
  expect(standingWords({ card: 'visa-4242' }, told)).toEqual(['Visa ••4242'])
})
