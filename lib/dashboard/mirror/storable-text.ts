const LONE_SURROGATES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** A text that Postgres takes: no NUL, and each lone surrogate as the replacement character. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').replace(LONE_SURROGATES, '\uFFFD')
}
