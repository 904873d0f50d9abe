const LONE_SURROGATES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Returns a text that Postgres accepts: without NUL, and with each lone surrogate replaced. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').replace(LONE_SURROGATES, '\uFFFD')
}

/** Returns a JSON value without characters that jsonb cannot store: NUL and lone surrogates. */
export function storableJson(value: unknown): unknown {
  // Nearly every object is clean, which its text shows without a traversal.
  if (!/\\u(?:0000|d[89a-f])/i.test(JSON.stringify(value) ?? '')) return value
  return cleaned(value)
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return toStorable(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toStorable(key), cleaned(inner)]))
}
