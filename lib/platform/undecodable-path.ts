import { Server, type ServerResponse } from 'node:http'

const MARK = Symbol.for('checkout.undecodable-path')
const BODY = JSON.stringify({
  error: {
    type: 'not_found_error',
    code: 'resource_not_found',
    message: 'There is nothing at this address. Check the path.',
    details: {},
  },
})

/**
 * Answers 404 to paths that cannot be decoded (`%ff`), which Next answers with 500 before any handler of ours runs.
 * Called once, before the server listens.
 */
export function refuseUndecodablePaths(): void {
  const prototype: Server & { [MARK]?: true } = Server.prototype
  if (prototype[MARK]) return
  prototype[MARK] = true
  const emit = prototype.emit
  prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]) {
    const [request, response] = args
    if (event === 'request' && !isDecodable(request)) {
      // The second argument of `request` is its response.
      const answer = response as ServerResponse
      answer.writeHead(404, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      answer.end(BODY)
      return true
    }
    return Reflect.apply(emit, this, [event, ...args])
  } as typeof emit
}

function isDecodable(request: unknown): boolean {
  if (typeof request !== 'object' || request === null || !('url' in request)) return true
  try {
    decodeURIComponent(String(request.url).split('?')[0] ?? '')
    return true
  } catch {
    return false
  }
}
