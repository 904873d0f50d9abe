import type { IncomingMessage, ServerResponse } from 'node:http'
import { setPeerAddress } from './peer-address'

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
 * Prepares a request for Next, which gives its routes no socket: writes the connection's peer address into a header.
 * Responds to the requests that Next would answer wrongly: a path that cannot be decoded (`%ff`), which Next treats as
 * an internal error, is a 404; a page requested under another loopback name (`127.0.0.1`) is redirected to the name in
 * `webUrl`, the only one under which its forms are accepted. A deployment whose `webUrl` is not on loopback responds
 * under every name.
 *
 * @returns whether a response was sent
 */
export function filterRequest(request: IncomingMessage, response: ServerResponse, webUrl: URL): boolean {
  setPeerAddress(request)
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

/**
 * Returns the address of a page under the configured name; null for a page already requested there, and for anything
 * but a page.
 */
function ownAddress({ method, url = '/', headers }: IncomingMessage, own: URL): string | null {
  if (!LOOPBACK.test(own.hostname)) return null
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return null
  const host = headers.host ?? ''
  // Another port may belong to a tunnel or a proxy, which a redirect would bypass.
  if (host === own.host || !URL.canParse(`http://${host}`)) return null
  const asked = new URL(`http://${host}`)
  if (!LOOPBACK.test(asked.hostname) || asked.port !== own.port || !url.startsWith('/')) return null
  return `${own.origin}${url}`
}
