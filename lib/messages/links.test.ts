import { expect, it } from 'vitest'
import { links } from './links'

const { sentence } = links.detail

it('the text of a cancelled link mentions the collected amount only if there is one', () => {
  expect(sentence.CANCELLED(0)).not.toMatch(/collected/i)
  expect(sentence.CANCELLED(1)).toMatch(/Collected payments are kept/)
})

it('the announcement of a cancel names no seconds, because it is made once', () => {
  expect(links.cancelledSoon('Tea')).not.toMatch(/\d/)
})
