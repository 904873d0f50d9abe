/** The missing object of a path. */
export type MissingObject = {
  noun: 'page' | 'links' | 'payments' | 'customers' | 'settlements' | 'import'
  /** The id in the path; null for a page without one. */
  id: string | null
  /** Path of the object's list. */
  list: string | null
}

const lists = [
  { noun: 'import', path: '/links/import', list: '/links/import' },
  { noun: 'links', path: '/links', list: '/links' },
  { noun: 'payments', path: '/payments', list: '/payments' },
  { noun: 'customers', path: '/customers', list: '/customers' },
  { noun: 'settlements', path: '/balance/settlements', list: '/balance' },
] as const

/** Returns noun and id of a screen's path such as `/links/pl_1/share`; any other path is a page. */
export function missingObject(pathname: string): MissingObject {
  for (const { noun, path, list } of lists) {
    const id = pathname.startsWith(`${path}/`) ? pathname.slice(path.length + 1).split('/')[0] : ''
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
