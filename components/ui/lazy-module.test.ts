import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyModule, MODULE_FAILED_EVENT } from './lazy-module'

const missed = vi.fn()

beforeEach(() => {
  const page = new EventTarget()
  page.addEventListener(MODULE_FAILED_EVENT, missed)
  vi.stubGlobal('window', page)
})
afterEach(() => {
  missed.mockClear()
  vi.unstubAllGlobals()
})

test('a module that fails to load is reported, and requested again by the next press', async () => {
  let network = false
  const bring = vi.fn(async () => {
    if (!network) throw new Error('no network')
    return 'part'
  })
  const part = lazyModule(bring)
  expect(await part.loadOrNull()).toBeNull()
  expect(missed).toHaveBeenCalledTimes(1)
  network = true
  expect(part.loaded()).toBeNull()
  expect(await part.loadOrNull()).toBe('part')
  expect(part.loaded()).toBe('part')
  expect(missed).toHaveBeenCalledTimes(1)
  expect(bring).toHaveBeenCalledTimes(2)
})

test('a press during a failing preload requests the module again before it reports the failure', async () => {
  const fails: (() => void)[] = []
  const bring = vi.fn(() =>
    bring.mock.calls.length > 1
      ? Promise.resolve('part')
      : new Promise<string>((_, reject) => fails.push(() => reject(new Error('no network')))),
  )
  const part = lazyModule(bring)
  part.preload()
  const asked = part.loadOrNull()
  for (const fail of fails) fail()
  expect(await asked).toBe('part')
  expect(missed).not.toHaveBeenCalled()
})

test('a module is loaded once, and every waiting component gets it', async () => {
  const bring = vi.fn(async () => 'part')
  const part = lazyModule(bring)
  const changed = vi.fn()
  part.watch(changed)
  await Promise.all([part.loadOrNull(), part.load(), part.loadOrNull()])
  expect(await part.load()).toBe('part')
  expect(bring).toHaveBeenCalledTimes(1)
  expect(changed).toHaveBeenCalledTimes(1)
})

test('a failed preload is not reported', async () => {
  const part = lazyModule(async () => Promise.reject(new Error('no network')))
  part.preload()
  await expect(part.load()).rejects.toThrow('no network')
  expect(missed).not.toHaveBeenCalled()
})
