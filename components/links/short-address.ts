const TAIL = 10

/** Returns a URL as `host/…end`. The caller puts the whole URL into the title and the clipboard. */
export function shortAddress(url: string): string {
  const { host, path, tail } = partsOfAddress(url, TAIL)
  return path === '' ? host + tail : `${host}/…${tail}`
}

/** Returns a URL without its scheme in three parts: host, path, and the last `tail` characters. */
export function partsOfAddress(url: string, tail: number): { host: string; path: string; tail: string } {
  const bare = url.replace(/^https?:\/\//, '')
  const slash = bare.indexOf('/')
  const host = slash < 0 ? bare : bare.slice(0, slash)
  const rest = bare.slice(host.length)
  const cut = Math.max(0, rest.length - tail)
  // A short path would lose only its slash.
  if (cut <= 1) return { host, path: '', tail: rest }
  return { host, path: rest.slice(0, cut), tail: rest.slice(cut) }
}
