import { expect, it } from 'vitest'
import { parsePaymentFilter } from './search-params'

it('reads every filter of an address', () => {
  const address = {
    status: 'FAILED',
    q: ' ana ',
    period: 'custom',
    from: '2026-11-01',
    to: '2026-11-02',
    min: '10',
    max: '99.50',
    card: 'visa-4242',
    link: 'pl_1',
    unpaid: '1',
  }
  expect(parsePaymentFilter(address)).toEqual({ ...address, q: 'ana' })
})

it('leaves out what cannot be read, so that an old or mistyped address still opens the page', () => {
  const broken = {
    status: 'PAID',
    q: '   ',
    period: 'aeon',
    from: '2026-02-30',
    cursor: 'x',
    min: '1e9',
    max: '-1',
    card: 'Visa 4242',
    link: ['a', 'b'],
    unpaid: 'yes',
    utm: '1',
  }
  expect(parsePaymentFilter(broken)).toEqual({})
})
