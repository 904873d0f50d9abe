const SLUG_MAX = 40
/** Room for a hyphen and a candidate's number. */
const SUFFIX_MAX = 8
const COMBINING_MARKS = /\p{M}/gu

/** Returns a slug for a name: `Café Ñandú S.A.` becomes `cafe-nandu-s-a`, one without letters `account`. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(COMBINING_MARKS, '').toLowerCase()
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, '')
  return slug || 'account'
}

/** Returns the n-th candidate for a free slug: the slug itself, then `-2`, `-3` … */
export function slugCandidate(slug: string, attempt: number): string {
  return attempt === 1 ? slug : `${slug}-${attempt}`
}

/** Returns whether a text has the format of `slugOf` and `slugCandidate`, which needs no escaping in a path. */
export function isSlug(text: string): boolean {
  return text.length <= SLUG_MAX + SUFFIX_MAX && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}
