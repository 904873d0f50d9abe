/** Returns the address of a month's statement. */
export function statementHref(month: string): string {
  return `/balance/statements?month=${month}`
}
