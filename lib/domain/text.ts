/** Returns the number of Unicode code points, not UTF-16 units (decisions: strings). */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Returns whether text survives storage unchanged: Postgres refuses NUL, and UTF-8 cannot encode a lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
}

/** A character that can be seen. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u
/** White space and format characters, except the tags that end the emoji of a flag. */
const EDGE = /(?![\u{E0020}-\u{E007F}])[\s\p{Cf}]/u
/** UTF-16 units beyond which a text is too long for every field. Composing a long run of marks takes quadratic time. */
const COMPOSED_MAX = 4_000

/**
 * Returns a text as it is stored (decisions: strings): without white space and format characters at its ends, composed
 * (NFC), and empty if none of it can be seen. A text that is not storable stays so, because it is refused for that.
 */
export function normalizeText(text: string): string {
  if (!VISIBLE.test(text)) return isStorable(text) ? '' : text
  const points = [...text]
  const isKept = (point: string) => !EDGE.test(point)
  const kept = points.slice(points.findIndex(isKept), points.findLastIndex(isKept) + 1).join('')
  return kept.length > COMPOSED_MAX ? kept : kept.normalize('NFC')
}

/** Returns a text of at most `max` code points, a longer one with an ellipsis at its end. */
export function shorten(text: string, max: number): string {
  const points = [...text]
  if (points.length <= max) return text
  return `${points
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}

const DIGIT = /\p{Nd}/u

/**
 * Returns a typed text with the digits of every script (Arabic-Indic, Persian, Devanagari …) and full-width characters as
 * ASCII.
 */
export function asciiDigits(text: string): string {
  return text.normalize('NFKC').replace(/[^\P{Nd}\d]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // Unicode has the digits of a script in ascending order, in blocks of ten.
    let zero = code
    while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((code - zero) % 10)
  })
}

/** Text in place of what a mask hides. */
export const HIDDEN = '•••'

/** Returns `a•••@example.com`. Another host's text may not be an address. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at > 0 ? `${[...email][0]}${HIDDEN}${email.slice(at)}` : HIDDEN
}

/** Returns `••• 0132`. */
export function maskedPhone(phone: string): string {
  return `${HIDDEN} ${phone.replace(/\P{Nd}/gu, '').slice(-4)}`
}

/**
 * Returns the text of a file: UTF-16, which Excel writes as "Unicode text"; UTF-8; anything else as
 * Windows-1252, in which Excel saves CSV in many countries. The byte order mark is left out.
 */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second, third, fourth] = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength))
  // Two letters with a NUL after each have lost their mark.
  if (first && second === 0 && third && fourth === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
