import { expect, it } from 'vitest'
import { readAmountRange } from './amount-filter'

const read = (min: string, max: string) => readAmountRange({ min, max }, { currency: 'USD', locale: 'en' })

it('either end or both are read, and zero is no lower end', () => {
  expect(read('50', '60,50')).toEqual({ ok: true, min: '50', max: '60.5' })
  expect(read('0', '')).toEqual({ ok: true })
  expect(read(' 0.00 ', '10')).toEqual({ ok: true, max: '10' })
  expect(read('', '0')).toEqual({ ok: true, max: '0' })
  expect(read('7', '7')).toEqual({ ok: true, min: '7', max: '7' })
})

it('a mistake is reported at its field', () => {
  expect(read('100', '50')).toEqual({ ok: false, problems: { max: 'twisted' } })
  expect(read('x', '')).toEqual({ ok: false, problems: { min: 'wrong' } })
  expect(read('1', '-2')).toEqual({ ok: false, problems: { max: 'wrong' } })
  expect(read('', '')).toEqual({ ok: false, problems: { min: 'none' } })
})
