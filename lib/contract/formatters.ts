/** More than the screens and zones of many accounts ask for; a bound, because zones come from outside. */
const KEPT_MAX = 200

const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

/**
 * The `Intl.NumberFormat` of a locale (BCP 47) and options, made once and kept: making one costs many times what
 * using it does, and a list writes hundreds of numbers. Throws RangeError as its constructor does.
 */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return kept(numbers, locale, options, () => new Intl.NumberFormat(locale, options))
}

/** The `Intl.DateTimeFormat` of a locale and options, made once and kept like `numberFormat`'s. Throws RangeError likewise. */
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
  // A Map keeps the order of arrival: the first key is the oldest.
  const [oldest] = formats.keys()
  if (formats.size >= KEPT_MAX && oldest !== undefined) formats.delete(oldest)
  formats.set(key, made)
  return made
}
