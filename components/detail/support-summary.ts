/** Returns names and values as text, one per line, for a support chat or ticket. Absent values are left out. */
export function summaryOf(lines: readonly (readonly [string, string | null | undefined])[]): string {
  return lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n')
}

/** Returns `A• L•` of `Ada Lovelace`: enough to distinguish two people, too little to identify them. */
export function redactedName(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => `${[...part][0]}•`)
    .join(' ')
}
