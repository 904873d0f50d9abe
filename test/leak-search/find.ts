/** Where something was found that must not be there. */
export interface Find {
  /** A column (`service.payment.description`), a file or a page. */
  where: string
  /** Its kind; the thing itself is never told. */
  what: string
}

/** Each place and kind once. */
export function distinctFinds(finds: readonly Find[]): Find[] {
  return [...new Map(finds.map((find) => [`${find.where} ${find.what}`, find])).values()]
}
