/** Days as `2026-11-21`, both included; an open end is empty. */
export type DayRange = { from: string; to: string }

/** Returns the range after a day was picked: the second day ends it, in either order; a third begins another. */
export function pickDay({ from, to }: DayRange, day: string): DayRange {
  const end = from || to
  if ((from && to) || !end) return { from: day, to: '' }
  return day < end ? { from: day, to: end } : { from: end, to: day }
}

/** Returns whether a range ends before it begins. */
export function isInverted({ from, to }: DayRange): boolean {
  return from !== '' && to !== '' && from > to
}
