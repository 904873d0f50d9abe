import type { IncomingMessage, ServerResponse } from 'node:http'
import { markPeer } from './peer-address'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i
const NOT_FOUND = JSON.stringify({
  error: {
    type: 'not_found_error',
    code: 'resource_not_found',
    message: 'There is nothing at this address. Check the path.',
    details: {},
  },
})

/**
 * Prepares a request for Next, which shows its routes no socket: writes the connection's far end into a header. Answers
 * the requests that Next would answer wrongly: a path that cannot be decoded (`%ff`), which Next takes for a failure of
 * its own, is a 404; a page asked for at another name of loopback (`127.0.0.1`) is redirected to the name in `webUrl`,
 * where alone its forms are accepted. A deployment whose `webUrl` is not on loopback answers under every name.
 * @returns whether the request is answered
 */
export function filterRequest(request: IncomingMessage, response: ServerResponse, webUrl: URL): boolean {
  markPeer(request)
  if (!isDecodable(request.url)) {
    response
      .writeHead(404, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(NOT_FOUND)
    return true
  }
  const location = ownAddress(request, webUrl)
  if (location === null) return false
  response.writeHead(307, { location, 'cache-control': 'no-store' }).end()
  return true
}

function isDecodable(url = '/'): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** Returns the address of a page under its own name; null for a page asked for there, and for all that is no page. */
function ownAddress({ method, url = '/', headers }: IncomingMessage, own: URL): string | null {
  if (!LOOPBACK.test(own.hostname)) return null
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return null
  const host = headers.host ?? ''
  // A port other than the own one is another way in (a tunnel, a proxy), which a redirect would leave.
  if (host === own.host || !URL.canParse(`http://${host}`)) return null
  const asked = new URL(`http://${host}`)
  if (!LOOPBACK.test(asked.hostname) || asked.port !== own.port || !url.startsWith('/')) return null
  return `${own.origin}${url}`
}
