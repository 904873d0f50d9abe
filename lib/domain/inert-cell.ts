/** A number with a sign, which a spreadsheet reads as itself. */
const SIGNED_NUMBER = /^[+-]\d+(?:\.\d+)?$/
/**
 * A phone such as `+1 415 555 0188`. Two numbers with only a space between them are a syntax error in every spreadsheet's
 * formulas, so that the cell stays text. `+1-415-555` has no such pair: it would be calculated.
 */
const PHONE = /^\+(?=.*[\d)] \(?\d)[\d ().-]+$/
/**
 * The beginning of a field, or of a cell inside it: a program with another list separator splits the field at its own, and
 * then ignores the quotes around the field. Spaces, invisible characters and quotes may come before the sign.
 */
const BEGINNING = /(?:^|[;|\t\r\n])[;,|\s\p{C}"]*/gu
/** Excel accepts the full-width signs of East Asian keyboards. */
const SIGN = /^[=+\-@＝＋－＠]/

/** Returns a field of a CSV file with an apostrophe before each sign that a spreadsheet could take for a formula. */
export function inertCell(text: string): string {
  if (SIGNED_NUMBER.test(text) || PHONE.test(text)) return text
  return text.replace(BEGINNING, (beginning, at: number) =>
    SIGN.test(text.charAt(at + beginning.length)) ? `${beginning}'` : beginning,
  )
}
