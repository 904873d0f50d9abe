import { parseArgs } from 'node:util'
import { UserError } from '@/scripts/user-error.mjs'

export const figureNames = [
  'link-read',
  'request-log',
  'link-create',
  'charge',
  'payments-list',
  'memory',
  'settle',
  'balance',
  'webhook-receipts',
  'deliveries',
  'deliveries-list',
  'mirror-import',
  'mirror-reads',
  'search',
  'live',
  'strangers',
  'click-to-row',
  'start',
  'first-load',
  'vitals',
] as const
export type FigureName = (typeof figureNames)[number]

export interface BenchOptions {
  only: readonly FigureName[]
  json: boolean
  /** True to write a processor profile of our own servers into the bench's folder. */
  profile: boolean
  /** Number of rounds of each side of a ratio. */
  rounds: number
  roundSeconds: number
  warmUpSeconds: number
  /** Payments of the click-to-row figure. */
  payments: number
  /** Numbers of requests after which memory is read. */
  memoryAfter: readonly number[]
  /** Payments of an import, and of the large mirror that pages are read from. */
  imported: number
  mirrored: number
  /** Event streams that one web process holds open. */
  streams: number
}

const FULL = {
  rounds: 5,
  roundSeconds: 4,
  warmUpSeconds: 3,
  payments: 50,
  memoryAfter: [10_000, 50_000, 100_000],
  imported: 100_000,
  mirrored: 1_000_000,
  streams: 10_000,
}
const QUICK = {
  rounds: 3,
  roundSeconds: 1.5,
  warmUpSeconds: 1.5,
  payments: 10,
  memoryAfter: [2_000, 10_000, 20_000],
  imported: 20_000,
  mirrored: 100_000,
  streams: 1_000,
}

/** Parses the arguments of `npm run bench --`. Throws an Error whose message explains the valid ones. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
    },
  })
  const requested = values.only.flatMap((names) => names.split(',')).map((name) => name.trim())
  const unknown = requested.filter((name) => !figureNames.some((known) => known === name))
  if (unknown.length > 0) {
    throw new UserError(`There is no figure ${unknown.join(', ')}. There are: ${figureNames.join(', ')}.`)
  }
  const only = requested.length > 0 ? figureNames.filter((name) => requested.includes(name)) : figureNames
  return { only, json: values.json, profile: values.profile, ...(values.quick ? QUICK : FULL) }
}
