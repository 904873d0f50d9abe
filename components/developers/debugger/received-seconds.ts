const ZONED = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})$/i

/** Returns the Unix seconds of a time with a zone, of Unix seconds or of milliseconds; null for any other text. */
export function receivedSeconds(text: string): number | null {
  const written = text.trim()
  if (/^\d{9,11}(\.\d+)?$/.test(written)) return Math.floor(Number(written))
  if (/^\d{12,14}$/.test(written)) return Math.floor(Number(written) / 1_000)
  const instant = ZONED.test(written) ? Date.parse(written) : Number.NaN
  return Number.isNaN(instant) ? null : Math.floor(instant / 1_000)
}
