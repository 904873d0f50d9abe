import { coveredBy, kindOf } from './class-kinds'

/** Room for all class lists of our code; user input never becomes a class. */
const MOST_KEPT = 2_000
const merged = new Map<string, string>()

/**
 * Removes overridden Tailwind classes from a list: a later class wins over an earlier one that sets the same property
 * under the same variants. A quarter of tailwind-merge's size: it covers only the classes used here, and its test
 * compares it with tailwind-merge for all of them.
 */
export function mergeClasses(list: string): string {
  const known = merged.get(list)
  if (known !== undefined) return known
  const names = list.split(' ')
  const kept: string[] = []
  const taken = new Set<string>()
  for (let index = names.length - 1; index >= 0; index -= 1) {
    const name = names[index] ?? ''
    const start = endOfVariants(name)
    const variants = name.slice(0, start)
    const kind = kindOf(name.slice(start))
    if (kind !== null) {
      if (taken.has(variants + kind)) continue
      taken.add(variants + kind)
      for (const other of coveredBy(kind)) taken.add(variants + other)
    }
    kept.push(name)
  }
  const result = kept.reverse().join(' ')
  if (merged.size >= MOST_KEPT) merged.clear()
  merged.set(list, result)
  return result
}

/** Returns the index after the last colon outside of brackets: `md:data-[a=b]:p-2` → the start of `p-2`. */
function endOfVariants(name: string): number {
  let depth = 0
  let end = 0
  for (let index = 0; index < name.length; index += 1) {
    const sign = name[index]
    if (sign === '[' || sign === '(') depth += 1
    else if (sign === ']' || sign === ')') depth -= 1
    else if (sign === ':' && depth === 0) end = index + 1
  }
  return end
}
