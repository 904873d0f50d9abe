import { expect, it } from 'vitest'
import { typeset } from './guide-body'

it.each([
  ["the payment's id", 'the payment’s id'],
  ["its customers' cards", 'its customers’ cards'],
  // An apostrophe that follows an inline code element.
  ["'s key", '’s key'],
  ['else "Payment to" and', 'else “Payment to” and'],
  ['5" and no more', '5" and no more'],
])('%s is typeset as %s', (typed, printed) => expect(typeset(typed)).toBe(printed))
