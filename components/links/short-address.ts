const TAIL = 10

/** Whose address it is and what tells two apart, `host/…end`; the whole of it belongs into the title and what is copied. */
export function shortAddress(url: string): string {
  const { host, path, tail } = partsOfAddress(url, TAIL)
  return path === '' ? host + tail : `${host}/…${tail}`
}

/** An address without its scheme, to be cut in its middle: host, path and the last `tail` characters, which tell two apart. */
export function partsOfAddress(url: string, tail: number): { host: string; path: string; tail: string } {
  const bare = url.replace(/^https?:\/\//, '')
  const slash = bare.indexOf('/')
  const host = slash < 0 ? bare : bare.slice(0, slash)
  const rest = bare.slice(host.length)
  const cut = Math.max(0, rest.length - tail)
  // No more than the slash is cut from a short one.
  if (cut <= 1) return { host, path: '', tail: rest }
  return { host, path: rest.slice(0, cut), tail: rest.slice(cut) }
}
