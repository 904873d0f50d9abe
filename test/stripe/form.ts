import { invalidParameter } from './errors'

export type Params = { [name: string]: string | Params | Params[] | string[] }

/** Returns the nested parameters of a form-encoded body or query: `a[b]=1`, `a[]=1` and `a[0][b]=1`. */
export function parseForm(encoded: string): Params {
  const root: Params = {}
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = [
      name.replace(/\[.*$/s, ''),
      ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key ?? ''),
    ]
    let node: Record<string, unknown> = root
    for (const [depth, part] of path.entries()) {
      const key = part === '' ? String(Object.keys(node).length) : part
      if (depth === path.length - 1) node[key] = value
      else {
        node[key] ??= {}
        node = node[key] as Record<string, unknown>
      }
    }
  }
  return withLists(root) as Params
}

function withLists(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([key, value]) => [key, withLists(value)] as const)
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

/** Returns a text parameter; null if it is absent or empty. */
export function readText(params: Params, name: string): string | null {
  const value = params[name]
  if (value === undefined || value === '') return null
  if (typeof value !== 'string') throw invalidParameter(`Invalid string: ${name}`, name)
  return value
}

/** Returns an integer parameter; null if it is absent. */
export function readInteger(params: Params, name: string): number | null {
  const value = readText(params, name)
  if (value === null) return null
  if (!/^-?\d+$/.test(value)) {
    throw invalidParameter(`Invalid integer: ${value}`, name, 'parameter_invalid_integer')
  }
  return Number(value)
}

/** Returns whether a boolean parameter is true; false if it is absent. */
export function readFlag(params: Params, name: string): boolean {
  const value = readText(params, name)
  if (value !== null && value !== 'true' && value !== 'false') {
    throw invalidParameter(`Invalid boolean: ${value}`, name)
  }
  return value === 'true'
}

/** Returns one of the options, or null if the parameter is absent. */
export function readOption<Option extends string>(
  params: Params,
  name: string,
  options: readonly Option[],
): Option | null {
  const value = readText(params, name)
  if (value === null) return null
  const option = options.find((candidate) => candidate === value)
  if (!option) throw invalidParameter(`Invalid ${name}: must be one of ${options.join(', ')}`, name)
  return option
}

/** Returns a map of texts, such as `metadata`. */
export function readMap(params: Params, name: string): Record<string, string> {
  const value = params[name]
  if (value === undefined || value === '') return {}
  if (typeof value === 'string' || Array.isArray(value))
    throw invalidParameter(`Invalid object: ${name}`, name)
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]))
}

/** Returns a list of texts, such as `expand`. */
export function readList(params: Params, name: string): string[] {
  const value = params[name]
  if (value === undefined || value === '') return []
  if (!Array.isArray(value)) throw invalidParameter(`Invalid array: ${name}`, name)
  return value.map(String)
}
