import { expect, it } from 'vitest'
import { refreshQueue } from './refresh-queue'

function held() {
  const started: string[] = []
  const ends: (() => void)[] = []
  const ask = refreshQueue((name) => {
    started.push(name)
    return new Promise<void>((resolve) => ends.push(resolve))
  })
  const endNext = async () => {
    ends.shift()?.()
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return { started, ask, endNext }
}

it('the first refresh starts at once', () => {
  const { started, ask } = held()
  ask('payments')
  expect(started).toEqual(['payments'])
})

it('a burst of requests causes one more refresh after the running one, never a restart', async () => {
  const { started, ask, endNext } = held()
  for (let change = 0; change < 50; change += 1) ask('payments')
  expect(started).toHaveLength(1)
  await endNext()
  expect(started).toHaveLength(2)
  await endNext()
  expect(started).toHaveLength(2)
  ask('payments')
  expect(started).toHaveLength(3)
})

it('names are refreshed independently', () => {
  const { started, ask } = held()
  ask('payments')
  ask('links')
  expect(started).toEqual(['payments', 'links'])
})

it('a failed refresh does not block the next one', async () => {
  let tries = 0
  const ask = refreshQueue(async () => {
    tries += 1
    throw new Error('offline')
  })
  ask('payments')
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  ask('payments')
  expect(tries).toBe(2)
})
