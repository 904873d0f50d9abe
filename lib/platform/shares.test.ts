import { expect, test } from 'vitest'
import { isDatabaseAway } from './database-away'
import { isShareBusy, Shares } from './shares'

/** Returns work that lasts until it is released. */
function pending() {
  let release = () => {}
  const work = new Promise<void>((resolve) => {
    release = resolve
  })
  return { release, work: () => work }
}

const limits = { atOnce: 2, waiting: 3, waitMs: 10_000 }
const done = async () => 'done'

test('work of one key beyond its share waits in order, and work of another key does not', async () => {
  const shares = new Shares(limits)
  const [first, second] = [pending(), pending()]
  const running = [shares.run('one', first.work), shares.run('one', second.work)]
  const order: number[] = []
  const waiting = [1, 2, 3].map((each) => shares.run('one', async () => void order.push(each)))
  expect(await shares.run('two', done)).toBe('done')
  expect(order).toEqual([])
  first.release()
  await Promise.all(waiting)
  expect(order).toEqual([1, 2, 3])
  second.release()
  await Promise.all(running)
})

test('work that waits too long, or behind too many, is refused as a busy database is', async () => {
  const shares = new Shares({ ...limits, waitMs: 5 })
  const held = pending()
  const running = [shares.run('one', held.work), shares.run('one', held.work)]
  const late = Array.from({ length: 5 }, () => shares.run('one', done).catch((error: unknown) => error))
  for (const error of await Promise.all(late))
    expect([isShareBusy(error), isDatabaseAway(error)]).toEqual([true, true])
  held.release()
  await Promise.all(running)
  expect(await shares.run('one', done)).toBe('done')
})

test('work within its key’s share needs no second place, so that it cannot wait for itself', async () => {
  const shares = new Shares({ ...limits, atOnce: 1, waitMs: 50 })
  expect(await shares.run('one', () => shares.run('one', done))).toBe('done')
  await expect(shares.run('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await shares.run('one', done)).toBe('done')
})
