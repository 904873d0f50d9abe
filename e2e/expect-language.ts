import { expect, type Page } from '@playwright/test'
import { cardBrands } from '@/lib/domain/card'
import { type Language, languages } from '@/lib/domain/languages'
import { sources } from '@/lib/messages/catalogue'
import { termsIn, termsOutside } from '@/test/terms-of-languages'
import { expectNoLayoutFaults } from './layout'

const WIDTHS = [375, 1440]
/** Elements with names, codes, and what people wrote: none of it is a text of ours. */
const DATA = 'bdi, [dir="auto"], code, pre, .font-mono, script, style, noscript, textarea'
const KEYS: ReadonlySet<string> = new Set(
  Object.entries(sources.en).flatMap(([noun, texts]) => Object.keys(texts).map((key) => `${noun}.${key}`)),
)
const KEY = /[\w-]+(?:\.[\w-]+)+/g

/** Words with digits or several capitals: currencies, references, and ends of ids. */
const CODE = /[^\s“”]*(?:\d|\p{L}\p{Lu})[^\s“”]*/gu
/** Programs in the list of sessions. */
const PROGRAMS = 'Chrome Windows Linux'

/**
 * Checks that a page is in one language: its attribute `lang`, no key in place of a text, and no term besides those of
 * our texts, of formats and of names. Also checks that it fits a phone and a desktop; the sweep checks the rest. `look` is
 * called at each width.
 */
export async function expectLanguage(
  page: Page,
  language: Language,
  where: string,
  look?: (width: number) => Promise<unknown>,
): Promise<void> {
  await expect.soft(page.locator('html'), where).toHaveAttribute('lang', languages[language].locale)
  const { texts, data } = await page.evaluate(readTexts, DATA)
  const shown = texts.join('\n')
  const keys = (shown.match(KEY) ?? []).filter((word) => KEYS.has(word))
  expect.soft(keys, `${where}: keys`).toEqual([])
  const { places, formatted } = namesIn(language)
  const named = termsIn([PROGRAMS, ...data].join('\n'))
  const foreign = (text: string) =>
    termsOutside(language, text).filter((term) => !named.has(term) && !formatted.has(term))
  const others = texts
    .filter((text) => !places.has(text.trim()))
    .flatMap((text) => foreign(text.replace(CODE, ' ')).map((term) => `${term} in “${text.trim()}”`))
  expect.soft([...new Set(others)], `${where}: terms of no ${language} text`).toEqual([])
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoLayoutFaults(page, `${where} at ${width} px`)
    await look?.(width)
  }
}

interface Names {
  places: ReadonlySet<string>
  formatted: ReadonlySet<string>
}

const known = new Map<Language, Names>()

/** Returns the names of places and the terms of formats in a language. */
function namesIn(language: Language): Names {
  const names = known.get(language) ?? {
    places: placesIn(language),
    formatted: termsIn(formattedTerms(language).join('\n')),
  }
  known.set(language, names)
  return names
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Returns the names of time zones and countries, which a page shows whole: their parts are terms of other texts. */
function placesIn(language: Language): ReadonlySet<string> {
  const countries = new Intl.DisplayNames(languages[language].locale, { type: 'region', fallback: 'none' })
  const codes = letters.flatMap((one) => letters.map((other) => one + other))
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => zone.replaceAll('_', ' '))
  return new Set([...codes.flatMap((code) => countries.of(code) ?? []), ...zones])
}

/** Returns what formats write, such as months, and the names of languages and of card brands. */
function formattedTerms(language: Language): string[] {
  const { locale } = languages[language]
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const dates = (['long', 'short'] as const).flatMap((style) => {
    const month = new Intl.DateTimeFormat(locale, { day: 'numeric', month: style })
    const weekday = new Intl.DateTimeFormat(locale, { weekday: style })
    return Array.from({ length: 12 }, (_, n) => [
      month.format(new Date(2026, n)),
      weekday.format(new Date(2026, 0, n)),
    ])
  })
  return [
    ...dates.flat(),
    ...[-5, -1, 0, 1, 5].map((day) => relative.format(day, 'day')),
    new Intl.NumberFormat(locale, { notation: 'compact' }).format(1_000),
    ...Object.values(languages).map(({ name }) => name),
    ...Object.entries(cardBrands).flatMap(([brand, { label }]) => [brand, label]),
  ]
}

/** Returns the texts and names of a page at every width, and apart from them its data; runs inside the page. */
function readTexts(dataElements: string): { texts: string[]; data: string[] } {
  const [texts, data]: [string[], string[]] = [[document.title], []]
  const own = document.documentElement.lang.slice(0, 2)
  // A name of another language is in that language.
  const isOurs = (element: Element) =>
    !element.closest(dataElements) && element.closest('[lang]')?.getAttribute('lang')?.slice(0, 2) === own
  const add = (element: Element, text: string) => void (isOurs(element) ? texts : data).push(text)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.parentElement && node.textContent?.trim()) add(node.parentElement, node.textContent)
  for (const element of document.querySelectorAll(
    '[aria-label], [aria-description], [title], [placeholder], [alt]',
  ))
    for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
      add(element, element.getAttribute(name) ?? '')
  for (const field of document.querySelectorAll('input, textarea'))
    data.push(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '')
  return { texts, data }
}
