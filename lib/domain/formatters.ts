/** More than the screens and zones of many accounts need; bounded, because zones come from outside. */
const KEPT_MAX = 200

const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

/** Returns the cached `Intl.NumberFormat`, which costs much to create. Throws as its constructor does. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return kept(numbers, locale, options, () => new Intl.NumberFormat(locale, options))
}

/** Returns the cached `Intl.DateTimeFormat` of a locale and options. Throws RangeError as its constructor does. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(dates, locale, options, () => new Intl.DateTimeFormat(locale, options))
}

function kept<Format>(
  formats: Map<string, Format>,
  locale: string,
  options: object,
  make: () => Format,
): Format {
  const key = locale + JSON.stringify(options)
  const known = formats.get(key)
  if (known) return known
  const made = make()
  // A Map keeps insertion order: the first key is the oldest.
  const [oldest] = formats.keys()
  if (formats.size >= KEPT_MAX && oldest !== undefined) formats.delete(oldest)
  formats.set(key, made)
  return made
}

/** Returns the name of a country in a locale, or the code itself if it is not a country code. */
export function countryName(code: string, locale = 'en'): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
}
