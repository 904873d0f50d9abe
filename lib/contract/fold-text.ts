/** Letters that have no accent to take off; the lists stand in dashboard.fold_text of prisma/migrations as well. */
const FROM = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЉЊЋЏЅЈØøŁłĐđÐðĦħŦŧıÆŒÞẞ'
const TO = 'αβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђљњћџѕјoollddddhhttiæœþß'
const PAIRS = [
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ß', 'ss'],
] as const

const letters = new Map([...FROM].map((letter, index) => [letter, TO[index] ?? letter]))

/**
 * A text as `search_text` of the mirrored tables holds it: without accents, in small letters. A text of accents alone
 * stays what it is, which is in no such column.
 */
export function foldText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  let folded = [...plain].map((letter) => letters.get(letter) ?? letter).join('')
  for (const [one, two] of PAIRS) folded = folded.replaceAll(one, two)
  return folded || text
}
