import { expect, it } from 'vitest'
import { links } from './links'

const { sentence } = links.detail

it('a cancelled link speaks of what was collected only where something was', () => {
  expect(sentence.CANCELLED(0)).not.toMatch(/collected/)
  expect(sentence.CANCELLED(1)).toMatch(/collected are kept/)
})

it('a cancel is heard without a number of seconds: it is said once, and they go on', () => {
  expect(links.cancelledSoon('Tea')).not.toMatch(/\d/)
})
