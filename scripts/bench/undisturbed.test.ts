import { expect, test } from 'vitest'
import { leastDisturbed } from './undisturbed'

/** Tries that give these values while the host takes these of 100 ticks. */
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
    look: () => ({ wanted, stolen: taken }),
  }
}

test('a try that the host left alone is the only one', async () => {
  const { measure, look, made } = tries(2, 0)
  expect(await leastDisturbed(measure, look)).toEqual({ value: 'try 1', stolen: 0.02, tries: 1 })
  expect(made()).toBe(1)
})

test('a disturbed one is made again until one is not', async () => {
  const { measure, look, made } = tries(40, 1, 0)
  expect(await leastDisturbed(measure, look)).toEqual({ value: 'try 2', stolen: 0.01, tries: 2 })
  expect(made()).toBe(2)
})

test('of three disturbed ones the least disturbed is kept', async () => {
  const { measure, look, made } = tries(40, 10, 30, 0)
  expect(await leastDisturbed(measure, look)).toEqual({ value: 'try 2', stolen: 0.1, tries: 3 })
  expect(made()).toBe(3)
})

test('where nobody knows what was taken, one try is all', async () => {
  const { measure, made } = tries(40, 0)
  expect(await leastDisturbed(measure, () => null)).toEqual({ value: 'try 1', stolen: null, tries: 1 })
  expect(made()).toBe(1)
})
