const LONE_SURROGATES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Returns a text that Postgres accepts: without NUL, and with each lone surrogate replaced. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').replace(LONE_SURROGATES, '\uFFFD')
}
