import { expect, test } from 'vitest'
import { unicodeEmail } from './typed-url'

test.each([
  ['Ana@xn--mnchen-3ya.example', 'Ana@münchen.example'],
  ['ana@mail.xn--mnchen-3ya.example', 'ana@mail.münchen.example'],
  ['ana@münchen.example', 'ana@münchen.example'],
  ['Ana@Shop.example', 'Ana@Shop.example'],
  ['xn--ana@shop.example', 'xn--ana@shop.example'],
  ['ana@xn--\u{1F600}.example', 'ana@xn--\u{1F600}.example'],
  ['no address', 'no address'],
])('the e-mail %s is shown as %s', (email, shown) => {
  expect(unicodeEmail(email)).toBe(shown)
})
