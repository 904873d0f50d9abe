import { expect, test } from 'vitest'
import { matchingEntries } from './matching-entries'

const entries = [
  { key: 'links', label: 'Links', also: 'payment urls' },
  { key: 'new', label: 'New payment link', also: 'create add' },
  { key: 'expired', label: 'Expired links', also: 'ended', needs: 'expired ended' },
  { key: 'theme', label: 'Theme: dark', also: 'appearance' },
]
const found = (text: string) => matchingEntries(entries, text).map(({ key }) => key)

test.each([
  ['', ['links', 'new', 'theme']],
  ['li', ['links', 'new']],
  ['NEW li', ['new']],
  ['create', ['new']],
  ['paym', ['new', 'links']],
  ['thème', ['theme']],
  ['ink', []],
  ['pay_0199', []],
  ['@?', []],
  // An entry of many similar ones is listed only for its own name.
  ['exp', ['expired']],
  ['links that ended', []],
  ['ended links', ['expired']],
])('%j finds %j', (text, keys) => {
  expect(found(text)).toEqual(keys)
})
