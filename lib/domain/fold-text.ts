/**
 * Letters without a removable accent, and quotes and dashes. dashboard.fold_text in prisma/migrations contains the same
 * lists.
 */
const FROM =
  'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЉЊЋЏЅЈØøŁłĐđÐðĦħŦŧıÆŒÞẞ’‘‛ʼ`′“”„‟«»‐‒–—−'
const TO = `αβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђљњћџѕјoollddddhhttiæœþß''''''""""""-----`
const PAIRS = [
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ß', 'ss'],
] as const

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
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  let folded = [...plain].map((letter) => letters.get(letter) ?? letter).join('')
  for (const [one, two] of PAIRS) folded = folded.replaceAll(one, two)
  return folded || text
}
