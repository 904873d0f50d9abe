import { describe, expect, test } from 'vitest'
import { Random } from '@/prisma/factories/random'
import type { SeededBug } from './seeded-bug'
import { harmlessAlone, seededBugs } from './seeded-bugs'
import { simulate } from './simulate'

const PATIENCE_MS = 10_000
/** Runs that a mistake with another wall behind it is given. */
const HARMLESS_SEEDS = 500

const dice = (seed: number) => new Random(seed)

/** The first run that shows the mistake, or null. */
async function find(
  bug: SeededBug,
  { seeds, untilMs }: { seeds: number; untilMs: number },
): Promise<number | null> {
  for (let seed = 1; seed <= seeds && performance.now() < untilMs; seed++) {
    if ((await simulate({ seed, dice, bug })).violations.length > 0) return seed
  }
  return null
}

describe(`the simulation finds within ${PATIENCE_MS / 1000} seconds that`, () => {
  test.each(seededBugs)('$name: $mistake', { timeout: 2 * PATIENCE_MS }, async (bug) => {
    const untilMs = performance.now() + PATIENCE_MS
    expect(await find(bug, { seeds: Number.POSITIVE_INFINITY, untilMs })).not.toBeNull()
  })
})

describe('another wall stands behind', () => {
  test.each(harmlessAlone)('$name: $mistake', { timeout: 60_000 }, async (bug) => {
    expect(await find(bug, { seeds: HARMLESS_SEEDS, untilMs: Number.POSITIVE_INFINITY })).toBeNull()
  })
})
