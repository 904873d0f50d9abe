import { describe, expect, test } from 'vitest'
import { Random } from '@/prisma/demo/random'
import { bugsInFences, harmlessAlone } from './bugs-in-fences'
import { bugsInKeys } from './bugs-in-keys'
import { bugsInLinks } from './bugs-in-links'
import { bugsInReconciling } from './bugs-in-reconciling'
import { bugsInRefunds } from './bugs-in-refunds'
import type { SeededBug } from './seeded-bug'
import { simulate } from './simulate'

const TIMEOUT_MS = 10_000
/** Runs for a mistake with a second guard behind it. */
const HARMLESS_SEEDS = 500

/** Shortcuts that look correct and are wrong: each could come from a hasty change. */
const seededBugs = [...bugsInKeys, ...bugsInLinks, ...bugsInReconciling, ...bugsInFences, ...bugsInRefunds]

const dice = (seed: number) => new Random(seed)

const titled = (bug: SeededBug) => [`${bug.mistake} (${bug.name})`, bug] as const

/** Returns the first run that reveals the mistake, or null. */
async function find(
  bug: SeededBug,
  { seeds, untilMs }: { seeds: number; untilMs: number },
): Promise<number | null> {
  for (let seed = 1; seed <= seeds && performance.now() < untilMs; seed++) {
    if ((await simulate({ seed, dice, bug })).violations.length > 0) return seed
  }
  return null
}

describe(`the simulation finds within ${TIMEOUT_MS / 1000} seconds:`, () => {
  test.each(seededBugs.map(titled))('%s', { timeout: 2 * TIMEOUT_MS }, async (_, bug) => {
    const untilMs = performance.now() + TIMEOUT_MS
    expect(await find(bug, { seeds: Number.POSITIVE_INFINITY, untilMs })).not.toBeNull()
  })
})

describe('the simulation does not find mistakes with a second guard:', () => {
  test.each(harmlessAlone.map(titled))('%s', { timeout: 60_000 }, async (_, bug) => {
    expect(await find(bug, { seeds: HARMLESS_SEEDS, untilMs: Number.POSITIVE_INFINITY })).toBeNull()
  })
})
