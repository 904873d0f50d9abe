import type { RecordedStep } from './recording-database'

export interface PgbenchScript {
  text: string
  /** Values for `-D name=value` that are the same in every charge. */
  constants: Readonly<Record<string, string>>
}

/** Expression for numbers of nineteen digits: no two charges of a run get the same. */
const RANDOM = 'random(1000000000000000000, 9000000000000000000)'

/**
 * Returns pgbench's script of a charge, from two recordings of it: the same statements between the same borders. Texts
 * that differ between the two (ids, keys, owners) become random numbers, one for each charge and distinct value; instants
 * and rendered bodies are those of the second.
 */
export function pgbenchScript([first, second]: readonly [
  readonly RecordedStep[],
  readonly RecordedStep[],
]): PgbenchScript {
  const [earlier, later] = [statementsOf(first), statementsOf(second)]
  if (shapeOf(first) !== shapeOf(second)) throw new Error('two charges did not send the same statements')
  const constants: Record<string, string> = {}
  const random = new Map<string, string>()

  const nameOf = (value: unknown, before: unknown): string => {
    if (value === null || value === undefined) return 'NULL'
    const text = textOf(value)
    // pgbench accepts neither of them as a variable.
    if (text === '') return "''"
    if (text !== textOf(before) && isKey(value)) {
      const name = random.get(text) ?? `r${random.size + 1}`
      random.set(text, name)
      return `:${name}`
    }
    const known = Object.entries(constants).find(([, held]) => held === text)?.[0]
    const name = known ?? `c${Object.keys(constants).length + 1}`
    constants[name] = text
    return `:${name}`
  }

  const bodies = later.map(({ text, values = [] }, index) => {
    const names = values.map((value, place) => nameOf(value, earlier[index]?.values?.[place]))
    return `${text.replace(/\$(\d+)/g, (_, place) => names[Number(place) - 1] ?? 'NULL')};`
  })
  let at = 0
  const lines = second.flatMap(({ inTransaction, statements }) => {
    const own = bodies.slice(at, at + statements.length)
    at += statements.length
    return inTransaction ? ['BEGIN;', ...own, 'COMMIT;'] : own
  })
  const sets = [...random.values()].map((name) => `\\set ${name} ${RANDOM}`)
  return { text: `${[...sets, ...lines].join('\n')}\n`, constants }
}

function statementsOf(steps: readonly RecordedStep[]) {
  return steps.flatMap(({ statements }) => statements)
}

function shapeOf(steps: readonly RecordedStep[]): string {
  return JSON.stringify(
    steps.map(({ inTransaction, statements }) => [inTransaction, statements.map(({ text }) => text)]),
  )
}

/** Returns whether a value is an id, a hash or a name; not an instant, an amount or a rendered body. */
function isKey(value: unknown): boolean {
  return Buffer.isBuffer(value) || (typeof value === 'string' && !value.startsWith('{'))
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value)
}
