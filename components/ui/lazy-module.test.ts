import { afterEach, expect, test, vi } from 'vitest'
import { lazyModule, MODULE_FAILED_EVENT } from './lazy-module'

afterEach(() => vi.unstubAllGlobals())

test('a failed load is reported after a press alone, and repeated by the next press', async () => {
  const missed = vi.fn()
  const page = new EventTarget()
  page.addEventListener(MODULE_FAILED_EVENT, missed)
  vi.stubGlobal('window', page)
  let network = false
  const part = lazyModule(async () => {
    if (!network) throw new Error('no network')
    return 'part'
  })
  const changed = vi.fn()
  part.watch(changed)
  part.preload()
  await expect(part.load()).rejects.toThrow('no network')
  expect(missed).not.toHaveBeenCalled()
  expect(await part.loadOrNull()).toBeNull()
  expect([missed.mock.calls.length, part.loaded()]).toEqual([1, null])
  network = true
  expect(await part.loadOrNull()).toBe('part')
  expect([missed.mock.calls.length, changed.mock.calls.length, part.loaded()]).toEqual([1, 1, 'part'])
})
