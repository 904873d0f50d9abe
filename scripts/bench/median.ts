/** The middle value of some numbers (the mean of the two middle ones when they are even in number). */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The value below which `percent` of the numbers lie, between neighbours in proportion. NaN of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = ((sorted.length - 1) * percent) / 100
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}
