/** Letters that may differ in a long name, and in a short one. */
const MOST = 2
const MOST_OF_SHORT = 1
const SHORT = 6
/** A beginning of so many letters stands for the whole: `desc`, `expires`. */
const BEGINNING_MIN = 4

/** Whether a name is probably another one that was mistyped or cut short. Both in small letters. */
export function isNearName(typed: string, known: string): boolean {
  if (typed.length >= BEGINNING_MIN && known.startsWith(typed)) return true
  const most = known.length > SHORT ? MOST : MOST_OF_SHORT
  return Math.abs(typed.length - known.length) <= most && changesBetween(typed, known) <= most
}

/** Letters to add, drop, replace or swap with their neighbour until one word is the other. */
function changesBetween(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number) => table[row]?.[column] ?? 0
  for (let row = 1; row <= one.length; row += 1) {
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const least = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      table[row]?.splice(column, 1, least)
    }
  }
  return at(one.length, other.length)
}
