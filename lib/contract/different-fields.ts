const FIELDS_MAX = 10

/** Returns the paths, at most ten, of the fields in which two JSON bodies differ; none if they are equal or not JSON. */
export function differentFields(one: string, other: string): string[] {
  try {
    return pathsOf(JSON.parse(one), JSON.parse(other), '').slice(0, FIELDS_MAX)
  } catch {
    return []
  }
}

function pathsOf(one: unknown, other: unknown, path: string): string[] {
  if (Object.is(one, other)) return []
  if (!isNested(one) || !isNested(other) || Array.isArray(one) !== Array.isArray(other)) return [path]
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].flatMap((key) => pathsOf(one[key], other[key], path === '' ? key : `${path}.${key}`))
}

function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
