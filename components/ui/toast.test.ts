import { expect, it } from 'vitest'
import { outlives, type ToastInput } from './toast'

const copied: ToastInput = { message: 'copied' }
const failed: ToastInput = { message: 'not copied', tone: 'danger' }
const undoable: ToastInput = {
  message: 'cancelled soon',
  about: 'cancel:pl_1',
  action: { label: 'Undo', onSelect: () => {} },
}

it('a report that is over makes room for the next, what can be undone or went wrong stays', () => {
  expect([copied, failed, undoable].map((older) => outlives(older, { message: 'next' }))).toEqual([
    false,
    true,
    true,
  ])
})

it('what is told anew about the same takes the place of what was, and of nothing else', () => {
  expect(outlives(undoable, { message: 'undone', about: 'cancel:pl_1' })).toBe(false)
  expect(outlives(undoable, { message: 'undone', about: 'cancel:pl_2' })).toBe(true)
})
