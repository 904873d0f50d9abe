const LOOPBACK = new Set(['127.0.0.1', '[::1]'])

/**
 * Where a page that was asked for by the loopback's number really lives, when the public address calls the same machine
 * `localhost`: signing in works at both, but every form would be refused as another site's. Null where nothing is to do.
 */
export function ownAddress(host: string | null, path: string, webUrl: string | undefined): string | null {
  if (!host || !webUrl || !URL.canParse(webUrl) || !URL.canParse(`http://${host}`)) return null
  const own = new URL(webUrl)
  const asked = new URL(`http://${host}`)
  if (own.hostname !== 'localhost' || own.protocol !== 'http:') return null
  if (!LOOPBACK.has(asked.hostname) || asked.port !== own.port) return null
  return own.origin + path
}
