/** Letters that need a mapping, the same as those of dashboard.fold_text in prisma/migrations. */
const FROM =
  'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЉЊЋЏЅЈØøŁłĐđÐðĦħŦŧıÆŒÞẞ’‘‛ʼ`′“”„‟«»‐‒–—−\u05BE\u0649\u0629\u0671\u06CC\u06A9'
const TO = `αβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђљњћџѕјoollddddhhttiæœþß''''''""""""------\u064A\u0647\u0627\u064A\u0643`
const PAIRS = [
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ß', 'ss'],
] as const

/** Accents, Hebrew points, Arabic vowel signs and hamzas with the tatweel, and invisible format characters. */
const REMOVED =
  /[\u0300-\u036F\u0591-\u05BD\u05BF-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g

const letters = new Map([...FROM].map((letter, index) => [letter, TO[index] ?? letter]))

/** Folds a text like the mirror's `search_text`: lower case, plain quotes. Accents alone stay unchanged. */
export function foldText(text: string): string {
  const plain = text
    // A lone accent is often typed for an apostrophe; normalization would turn it into a space.
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replace(REMOVED, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  let folded = [...plain].map((letter) => letters.get(letter) ?? letter).join('')
  for (const [one, two] of PAIRS) folded = folded.replaceAll(one, two)
  return folded || text
}

/** Longest search text: a pasted message is longer than the phone or link in it. */
export const SEARCH_TEXT_MAX = 2_000
/** Upper bound, because each term is matched against every row. */
export const SEARCH_TERMS_MAX = 8

/** Separators between terms. A comma or a colon between digits belongs to an amount or to a time. */
const WORD = /(?:[^\s"()[\]{}<>;,:]|(?<=\d)[,:](?=\d))+/g
const EDGES = /^['!?#*~/-]+|['!?#*~/.-]+$/g
const SIGNS_ALONE = /^[\p{P}|]+$/u

/** Splits a search text into folded terms, never none; the last of `SEARCH_TERMS_MAX` is the whole rest. */
export function splitSearch(text: string): string[] {
  const folded = foldText(text).trim()
  const found = [...folded.matchAll(WORD)].flatMap(({ 0: typed, index }) => {
    const word = typed.replace(EDGES, '')
    return word === '' || SIGNS_ALONE.test(word) ? [] : [{ word, index }]
  })
  const last = found.length > SEARCH_TERMS_MAX ? found[SEARCH_TERMS_MAX - 1] : undefined
  if (last) {
    const rest = folded.slice(last.index).replace(EDGES, '')
    return [...found.slice(0, SEARCH_TERMS_MAX - 1).map(({ word }) => word), rest]
  }
  return found.length > 0 ? found.map(({ word }) => word) : [folded || text]
}
