import { describe, expect, test } from 'vitest'
import { Random } from '@/prisma/demo/random'
import { bugsInFences, harmlessAlone } from './bugs-in-fences'
import { bugsInKeys } from './bugs-in-keys'
import { bugsInLinks } from './bugs-in-links'
import { bugsInReconciling } from './bugs-in-reconciling'
import type { SeededBug } from './seeded-bug'
import { simulate } from './simulate'

const PATIENCE_MS = 10_000
/** Runs that a mistake with another wall behind it is given. */
const HARMLESS_SEEDS = 500

/** Shortcuts that look right and are wrong: each is one that a hurried change could bring in. */
const seededBugs = [...bugsInKeys, ...bugsInLinks, ...bugsInReconciling, ...bugsInFences]

const dice = (seed: number) => new Random(seed)

const titled = (bug: SeededBug) => [`${bug.mistake} (${bug.name})`, bug] as const

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
  test.each(seededBugs.map(titled))('%s', { timeout: 2 * PATIENCE_MS }, async (_, bug) => {
    const untilMs = performance.now() + PATIENCE_MS
    expect(await find(bug, { seeds: Number.POSITIVE_INFINITY, untilMs })).not.toBeNull()
  })
})

describe('another wall stands behind', () => {
  test.each(harmlessAlone.map(titled))('%s', { timeout: 60_000 }, async (_, bug) => {
    expect(await find(bug, { seeds: HARMLESS_SEEDS, untilMs: Number.POSITIVE_INFINITY })).toBeNull()
  })
})
