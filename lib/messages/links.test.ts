import { expect, it } from 'vitest'
import { links } from './links'

const { sentence } = links.detail

it('a cancelled link speaks of what was collected only where something was', () => {
  expect(sentence.CANCELLED(0)).not.toMatch(/collected/)
  expect(sentence.CANCELLED(1)).toMatch(/collected are kept/)
})

it('what happens to a link at once is told without a number of seconds', () => {
  expect(links.beingCancelled('Tea')).not.toMatch(/\d/)
})
