/** What somebody looked for and did not find, by the address they asked for. */
export type LostPlace = {
  noun: 'page' | 'links' | 'payments' | 'import'
  /** The id in the address; null for a page that names none. */
  id: string | null
  /** The list where it would be. */
  list: string | null
}

const lists = [
  { noun: 'import', list: '/links/import' },
  { noun: 'links', list: '/links' },
  { noun: 'payments', list: '/payments' },
] as const

/** Reads the noun and the id out of a path such as `/links/pl_1/share`; anything else is a page. */
export function lostPlace(pathname: string): LostPlace {
  for (const { noun, list } of lists) {
    const id = pathname.startsWith(`${list}/`) ? pathname.slice(list.length + 1).split('/')[0] : ''
    if (id) return { noun, id: readable(id), list }
  }
  return { noun: 'page', id: null, list: null }
}

function readable(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
