import { expect, test } from 'vitest'
import { searchTerms } from './search-text'

test.each([
  ['Carlos Souza R$ 120,50', 'BRL', ['carlos', 'souza', '120,50']],
  ['R$ 1.202,80 Carlos', 'BRL', ['1.202,80', 'carlos']],
  ['Carlos 120,50 kr.', 'SEK', ['carlos', '120,50']],
  ['S/ 120.50 Rosa', 'PEN', ['120.50', 'rosa']],
  ['B/. 12.50 Rosa', 'PAB', ['12.50', 'rosa']],
  ['Olivia 32.40 USD', 'USD', ['olivia', '32.40']],
  ['Carlos R$120,50', 'BRL', ['carlos', 'r$120,50']],
  ['Carlos +120,50', 'BRL', ['carlos', '+120,50']],
  // Away from the amount it is a word like any other.
  ['kr Carlos 120,50', 'SEK', ['kr', 'carlos', '120,50']],
  ['USD account', 'USD', ['usd', 'account']],
])('the search %s in %s has the terms %j', (text, currency, expected) => {
  const terms = searchTerms(text, currency)
  expect(terms.map(({ word }) => word)).toEqual(expected)
  expect(terms.some(({ amounts }) => amounts.length > 0)).toBe(/\d/.test(text))
})
