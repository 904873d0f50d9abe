/**
 * Letters that have no accent to take off, and quotes and dashes; the lists stand in dashboard.fold_text of
 * prisma/migrations as well.
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
 * A text as `search_text` of the mirrored tables holds it: without accents, in small letters, with plain quotes and
 * dashes. A text of accents alone stays what it is, which is in no such column.
 */
export function foldText(text: string): string {
  const plain = text
    // A lone accent is written where an apostrophe is meant; normalized it would be a space.
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  let folded = [...plain].map((letter) => letters.get(letter) ?? letter).join('')
  for (const [one, two] of PAIRS) folded = folded.replaceAll(one, two)
  return folded || text
}
