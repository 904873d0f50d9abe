import { type IncomingMessage, Server, type ServerResponse } from 'node:http'

const MARK = Symbol.for('checkout.own-address')
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/**
 * Leads a page asked for at another name of this machine (`127.0.0.1`) to the one that `webUrl` names: its forms are
 * accepted there alone. Only where `webUrl` is on loopback itself, so that a deployment answers as it is asked. Not in
 * proxy.ts, whose framework takes all names of loopback for one. Called once, before the server listens.
 */
export function leadToOwnAddress(webUrl: string): void {
  const own = new URL(webUrl)
  const prototype: Server & { [MARK]?: true } = Server.prototype
  if (prototype[MARK] || !LOOPBACK.test(own.hostname)) return
  prototype[MARK] = true
  const emit = prototype.emit
  prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]) {
    if (event === 'request') {
      // The arguments of `request`, by Node's own contract.
      const [request, response] = args as [IncomingMessage, ServerResponse]
      const elsewhere = otherName(request, own)
      if (elsewhere !== null) {
        response.writeHead(307, { location: elsewhere, 'cache-control': 'no-store' }).end()
        return true
      }
    }
    return Reflect.apply(emit, this, [event, ...args])
  } as typeof emit
}

/** Where a page is to be asked for instead; null where it is right, or is no page. */
function otherName({ method, url = '/', headers }: IncomingMessage, own: URL): string | null {
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return null
  const host = headers.host ?? ''
  // A port other than the own one is another way in (a tunnel, a proxy), which would lead astray.
  if (host === own.host || !URL.canParse(`http://${host}`)) return null
  const asked = new URL(`http://${host}`)
  if (!LOOPBACK.test(asked.hostname) || asked.port !== own.port || !url.startsWith('/')) return null
  return `${own.origin}${url}`
}
