import { expect, test } from 'vitest'
import { runConcurrently } from './run-concurrently'

test('all jobs are started in their order, and never more than the width run at once', async () => {
  let running = 0
  let most = 0
  const started: number[] = []
  const jobs = Array.from({ length: 20 }, (_, index) => async () => {
    started.push(index)
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
  })
  await runConcurrently(3, jobs)
  expect(most).toBe(3)
  expect(started).toEqual([...jobs.keys()])
})

test('the first failure is thrown once the running jobs have ended, and no job starts after it', async () => {
  const ended: string[] = []
  const job =
    (name: string, fails = false) =>
    async () => {
      await new Promise(setImmediate)
      if (fails) throw new Error(name)
      ended.push(name)
    }
  const jobs = [job('first', true), job('second'), job('third'), job('fourth')]
  await expect(runConcurrently(2, jobs)).rejects.toThrow('first')
  expect(ended).toEqual(['second'])
})
