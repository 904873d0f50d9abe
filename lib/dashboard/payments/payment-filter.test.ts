import { expect, it } from 'vitest'
import { readFilter } from '@/lib/dashboard/reads/list'
import { paymentFilterSchema } from './payment-filter'

const read = (params: Record<string, string | string[]>) => readFilter(paymentFilterSchema, params)

it('a URL with every filter is parsed completely, in the order of the schema', () => {
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
  expect(read(address)).toEqual({ ...address, q: 'ana' })
  const reversed = Object.fromEntries(Object.entries(address).reverse())
  expect(Object.keys(read(reversed))).toEqual(Object.keys(address))
})

it('an old or mistyped URL still opens the page: unreadable filters are ignored, readable ones apply', () => {
  const mistyped = {
    status: 'PAID',
    q: '   ',
    period: 'aeon',
    from: '2026-02-30',
    cursor: 'x',
    min: '1e9',
    max: '-1',
    card: 'Visa 4242',
    link: ['a', 'b'],
    customer: 'cus_1',
    unpaid: 'yes',
    utm: '1',
  }
  expect(read(mistyped)).toEqual({ customer: 'cus_1' })
  expect(read({ q: 'a\0', link: 'pl_\0' })).toEqual({})
})
