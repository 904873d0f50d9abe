/**
 * Letters without a removable accent, the other forms of Arabic letters, and quotes and dashes. dashboard.fold_text in
 * prisma/migrations contains the same lists.
 */
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

/**
 * Folds a text like the `search_text` columns of the mirror: without accents, in lower case, with plain quotes and
 * dashes. A text of accents alone is returned unchanged, so that it matches no row.
 */
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
