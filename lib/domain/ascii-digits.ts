const DIGIT = /\p{Nd}/u

/** Returns a text with the digits of every script, and full-width characters, as ASCII. */
export function asciiDigits(text: string): string {
  return text.normalize('NFKC').replace(/[^\P{Nd}\d]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // Unicode has the digits of a script in ascending order, in blocks of ten.
    let zero = code
    while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((code - zero) % 10)
  })
}
