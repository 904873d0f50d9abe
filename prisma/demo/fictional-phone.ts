import type { Random } from './random'

/** Range of unassigned numbers that a regulator reserves for films and books. */
interface FictionalRange {
  country: string
  /** Returns the national number in its usual groups. */
  parts(random: Random): readonly [string, ...string[]]
  /** Returns the number as people of that country write it. */
  local(parts: readonly string[]): string
  code: string
}

const US_AREAS = ['202', '212', '213', '305', '312', '404', '415', '512', '602', '617', '702', '713'] as const

const UNITED_STATES: FictionalRange = {
  country: 'US',
  code: '1',
  parts: (random) => [random.pick(US_AREAS), '555', `01${digits(random, 2)}`],
  local: ([area, exchange, line]) => `(${area}) ${exchange}-${line}`,
}
const UNITED_KINGDOM: FictionalRange = {
  country: 'GB',
  code: '44',
  parts: (random) => ['7700', `900${digits(random, 3)}`],
  local: ([start, rest]) => `0${start} ${rest}`,
}
const FRANCE: FictionalRange = {
  country: 'FR',
  code: '33',
  parts: (random) => ['6', '39', '98', digits(random, 2), digits(random, 2)],
  local: (parts) => `0${parts.join(' ')}`,
}

const RANGES = [
  [UNITED_STATES, 7],
  [UNITED_KINGDOM, 2],
  [FRANCE, 1],
] as const

/** Returns a fictional phone as typed for a shop in `country` (ISO 3166 alpha-2). */
export function fictionalPhone(random: Random, country: string): string {
  const range = random.weighted(RANGES)
  const parts = range.parts(random)
  const formats = [
    `+${range.code} ${parts.join(' ')}`,
    `+${range.code}${parts.join('')}`,
    `00${range.code} ${parts.join('-')}`,
    ...(range.country === country ? [range.local(parts), range.local(parts)] : []),
  ]
  return random.pick(formats)
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.int(0, 9)).join('')
}
