/** Languages of the texts: the name that its readers use, and the locale of a reader whose region is unknown. */
export const languages = {
  en: { name: 'English', locale: 'en' },
  es: { name: 'Español', locale: 'es' },
  pt: { name: 'Português', locale: 'pt-BR' },
} as const

export type Language = keyof typeof languages

/** Returns whether a text names one of the languages. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text)
}

/** Cookie in which a browser keeps the language that its reader chose, and parameter of an address that chooses one. */
export const LANGUAGE_COOKIE = 'lang'
export const LANGUAGE_PARAMETER = 'lang'

/** Cookie with the language of the member who signed in last; their setting is in the database. */
export const MEMBER_LANGUAGE_COOKIE = 'member_lang'

/** Language of the texts for one reader, and the locale (BCP 47) of numbers and dates. */
export interface Reader {
  language: Language
  locale: string
}

/**
 * Returns the language of the first choice that is one of ours, else of the browser, else English. Choices and the
 * header `Accept-Language` may name a region, which sets the locale.
 */
export function readerOf(
  choices: readonly (string | null | undefined)[],
  acceptLanguage: string | null,
): Reader {
  const known = [...choices, ...tagsOf(acceptLanguage ?? '')].flatMap((tag) => readerOfTag(tag ?? '') ?? [])
  const language = known[0]?.language ?? 'en'
  const { locale } = languages[language]
  return { language, locale: known.find((it) => it.language === language && it.region)?.locale ?? locale }
}

/** Returns the locale of dates and times in texts: our English has one order of day and month. */
export function dateLocaleOf({ language, locale }: Reader): string {
  return language === 'en' ? 'en-GB' : locale
}

const TAG = /^(en|es|pt)(?:-[a-z]{4})?(?:-([a-z]{2}|\d{3}))?(?:-|$)/

function readerOfTag(tag: string): (Reader & { region: string | null }) | null {
  const [, base, region = null] = TAG.exec(tag.trim().toLowerCase()) ?? []
  if (base === undefined) return null
  const language = base as Language // The pattern names them.
  const locale = region === null ? languages[language].locale : `${language}-${region.toUpperCase()}`
  return { language, locale, region }
}

/** Characters of the header that are read; a browser's has some dozens. */
const HEADER_MAX = 500

/** Returns the tags of an Accept-Language header, the most wanted first, without those that are refused (`q=0`). */
function tagsOf(header: string): string[] {
  return header
    .slice(0, HEADER_MAX)
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.split(';')
      return { tag, quality: Number(/^\s*q=([\d.]+)\s*$/.exec(quality)?.[1] ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
}
