/** Location of a secret that must not be there. */
export interface Leak {
  /** Column (`service.payment.description`), file or page. */
  where: string
  /** Kind of the secret, which itself is never shown. */
  what: string
}

/** Returns each location and kind once. */
export function distinctLeaks(finds: readonly Leak[]): Leak[] {
  return [...new Map(finds.map((find) => [`${find.where} ${find.what}`, find])).values()]
}
