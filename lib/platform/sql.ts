import type { Statement } from './database'
import { sha256 } from './secrets'

/** SQL in parts, between which its values stand. */
export class Fragment {
  constructor(
    readonly parts: readonly string[],
    readonly values: readonly unknown[],
  ) {}
}

/** Names of statements by their text: one that is sent again is prepared already. */
const names = new Map<string, string>()

/**
 * Returns a statement, which is prepared once per connection. Its interpolations are values, never SQL, except those made
 * by `sql` and `raw`. Each value is a parameter of its own: Postgres infers its type from its place.
 */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Fragment & Statement {
  const [first = '', ...others] = strings
  const parts = [first]
  const bound: unknown[] = []
  const append = (text: string) => parts.push((parts.pop() ?? '') + text)
  values.forEach((value, at) => {
    const [head = '', ...tail] = value instanceof Fragment ? value.parts : ['', '']
    append(head)
    parts.push(...tail)
    bound.push(...(value instanceof Fragment ? value.values : [value]))
    append(others[at] ?? '')
  })
  const text = parts.reduce((before, part, at) => `${before}$${at}${part}`)
  const name = names.get(text) ?? sha256(text).toString('base64url')
  names.set(text, name)
  return Object.assign(new Fragment(parts, bound), { name, text })
}

/** Returns a text of the code, such as a name or a limit, as SQL. It must contain nothing that came from outside. */
export function raw(text: string | number): Fragment {
  return new Fragment([String(text)], [])
}
