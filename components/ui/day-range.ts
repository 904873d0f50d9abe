/** Days as `2026-11-21`, both included; an end that is open is empty. */
export type DayRange = { from: string; to: string }

/** What a range becomes when a day of the calendar is pressed: the second day ends it, in either order; a third begins anew. */
export function pickDay({ from, to }: DayRange, day: string): DayRange {
  const end = from || to
  if ((from && to) || !end) return { from: day, to: '' }
  return day < end ? { from: day, to: end } : { from: end, to: day }
}

/** Whether a range ends before it begins, so that no day lies in it. */
export function isInverted({ from, to }: DayRange): boolean {
  return from !== '' && to !== '' && from > to
}
