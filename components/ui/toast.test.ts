import { expect, it } from 'vitest'
import { keepsOlderToast, type ToastInput } from './toast'

const copied: ToastInput = { message: 'copied' }
const failed: ToastInput = { message: 'not copied', tone: 'danger' }
const undoable: ToastInput = {
  message: 'cancelled soon',
  about: 'cancel:pl_1',
  action: { label: 'Undo', onSelect: () => {} },
}

it('a report is replaced by the next toast; a toast with an action or an error stays', () => {
  expect([copied, failed, undoable].map((older) => keepsOlderToast(older, { message: 'next' }))).toEqual([
    false,
    true,
    true,
  ])
})

it('a toast replaces only the toast about the same subject', () => {
  expect(keepsOlderToast(undoable, { message: 'undone', about: 'cancel:pl_1' })).toBe(false)
  expect(keepsOlderToast(undoable, { message: 'undone', about: 'cancel:pl_2' })).toBe(true)
})
