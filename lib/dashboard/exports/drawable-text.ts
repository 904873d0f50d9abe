import { shorten } from '@/lib/domain/text'

/** Code points of a host's text in a document: one long text must not fill its pages. */
const HOST_TEXT_MAX = 200

/** The beginning of a word that must not widen its column, so that the line may end after it. */
const LONG_WORD = /[^ ]{16}(?=[^ ])/gu

interface Font {
  hasGlyphForCodePoint(codePoint: number): boolean
}

/** Glyph drawn for a character that the font lacks. */
export const STAND_IN = '\uFFFD'

/** Letters and signs that fonts often lack, and what people write instead. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { ʻ: '‘', ʿ: '‘', ʾ: '’', '₿': 'BTC' }

/**
 * Returns a function that converts a text to one line that every one of `fonts` can draw: invisible characters are
 * dropped, others become their composed, similar or compatible form, and what is left becomes `STAND_IN`.
 */
export function drawableText(fonts: readonly Font[]): (text: string) => string {
  const isDrawn = (character: string) =>
    fonts.every((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  const known = new Map<string, string>()
  const drawn = (character: string) => {
    const earlier = known.get(character)
    if (earlier !== undefined) return earlier
    const found = isDrawn(character) ? character : formOf(character, isDrawn)
    known.set(character, found)
    return found
  }
  return (text) =>
    [
      ...text
        .normalize('NFC')
        .replace(/[\t-\r\p{Z}]+/gu, ' ')
        .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''),
    ]
      .map(drawn)
      .join('')
      .replace(LONG_WORD, '$&\u200B')
}

/** Returns another form of a character that the font lacks; empty for a mark, whose letter is legible without it. */
function formOf(character: string, isDrawn: (character: string) => boolean): string {
  const parts = LOOK_ALIKES[character] ?? [...character.normalize('NFKD')].filter(isDrawn).join('')
  if (/[^\p{M}\s]/u.test(parts)) return parts
  return /\p{M}/u.test(character) ? '' : STAND_IN
}

/** Returns a text of the host as a document shows it. */
export function hostText(text: string): string {
  return shorten(text, HOST_TEXT_MAX)
}
