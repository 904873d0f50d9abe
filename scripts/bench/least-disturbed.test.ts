import { expect, test } from 'vitest'
import { leastDisturbed } from './least-disturbed'

/** Returns tries with these values, during which the host takes these of 100 ticks. */
function tries(...stolen: number[]) {
  let wanted = 0
  let taken = 0
  let made = 0
  return {
    made: () => made,
    async measure() {
      wanted += 100
      taken += stolen[made] ?? 0
      made += 1
      return `try ${made}`
    },
    readTime: () => ({ wanted, stolen: taken }),
  }
}

test('an undisturbed try is the only one', async () => {
  const { measure, readTime, made } = tries(2, 0)
  expect(await leastDisturbed(measure, readTime)).toEqual({ value: 'try 1', stolen: 0.02, tries: 1 })
  expect(made()).toBe(1)
})

test('a disturbed try is repeated until one is undisturbed', async () => {
  const { measure, readTime, made } = tries(40, 1, 0)
  expect(await leastDisturbed(measure, readTime)).toEqual({ value: 'try 2', stolen: 0.01, tries: 2 })
  expect(made()).toBe(2)
})

test('the least disturbed of three disturbed tries is kept', async () => {
  const { measure, readTime, made } = tries(40, 10, 30, 0)
  expect(await leastDisturbed(measure, readTime)).toEqual({ value: 'try 2', stolen: 0.1, tries: 3 })
  expect(made()).toBe(3)
})

test('there is only one try if the stolen time is unknown', async () => {
  const { measure, made } = tries(40, 0)
  expect(await leastDisturbed(measure, () => null)).toEqual({ value: 'try 1', stolen: null, tries: 1 })
  expect(made()).toBe(1)
})
