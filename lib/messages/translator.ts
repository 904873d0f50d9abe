import format, { type CompiledMessage } from 'icu-minify/format'
import { numberFormat } from '@/lib/domain/formatters'
import type { Texts } from './keys'

/** Key of a text: its file and its name in it, such as `pay.ends.paid`. */
export type TextKey = keyof Texts

/** Key of a text without values. */
export type PlainKey = { [Key in TextKey]: Texts[Key] extends null ? Key : never }[TextKey]

/** Arguments of a text after its key. */
export type Values<Key extends TextKey> = Texts[Key] extends null ? [] : [values: Texts[Key]]

/** Compiled texts of one language by their keys, which may be sent to the browser. */
export type CompiledTexts = Readonly<Record<string, CompiledMessage>>

export interface Translate {
  /** Returns a text with its values; the key itself if the text was not provided. */
  <Key extends TextKey>(key: Key, ...values: Values<Key>): string
  /** Returns the text of the first of some keys that exist, the key itself if the text has values; undefined if none does. */
  first(...keys: readonly string[]): string | undefined
}

/**
 * Returns the texts of one language as a function of key and values: plurals by the language, numbers by a locale. It runs in
 * the browser, too.
 */
export function translator(language: string, texts: CompiledTexts, locale = language): Translate {
  const formatters = formattersOf(locale)
  const translate = <Key extends TextKey>(key: Key, ...[values]: Values<Key>): string => {
    const text = texts[key]
    // Texts have no tags, so that the result is one string.
    return text === undefined ? key : String(format(text, language, values ?? {}, { formatters }))
  }
  const first = (...keys: readonly string[]) => {
    const known = keys.find((key) => Object.hasOwn(texts, key))
    const text = known && texts[known]
    return typeof text === 'string' ? text : known
  }
  return Object.assign(translate, { first })
}

/** Returns the formats of numbers of a locale; dates are values that were formatted before. */
function formattersOf(locale: string): Parameters<typeof format>[3]['formatters'] {
  return {
    getNumberFormat: (_, options) => numberFormat(locale, options),
    getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
    getPluralRules: (...options) => new Intl.PluralRules(...options),
  }
}
