const HERE = 'http://here.invalid'

/** Returns `path` if it stays inside this app, else `/`. A sign-in must never redirect to another site. */
export function safePath(path: string | string[] | undefined): string {
  if (typeof path !== 'string' || !path.startsWith('/')) return '/'
  try {
    const url = new URL(path, HERE)
    const inside = url.origin === HERE && !url.pathname.startsWith('//') && url.pathname !== '/sign-in'
    return inside ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
