import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ApiError, invalidParameters, toErrorBody } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import { ANSWER_HEADERS } from '@/lib/platform/http-server'

// Errors of bytes that never became a request: the parser's code → the field error.
const problems: Readonly<Record<string, { code: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'too_large',
    message: 'The request line and the headers together must be at most 16 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', message: 'The request did not arrive in time.' },
}
const unreadable = { code: 'malformed', message: 'This is not a request of HTTP/1.1.' }

/** Returns the error of a path that cannot be decoded, such as `/payment_links/%ff`. */
export function undecodablePath(): ApiError {
  return invalidParameters([
    { field: 'path', code: 'invalid_characters', message: 'The path must be percent-encoded UTF-8.' },
  ])
}

/** Sends an error on the bare socket of an unparsable request, and ends the connection. */
export function answerMalformedRequest({ code }: Error & { code?: string }, socket: Duplex): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy()
  const error = invalidParameters([{ field: '', ...(problems[code ?? ''] ?? unreadable) }])
  const requestId = newId('req', new Date())
  const body = JSON.stringify(toErrorBody(error, requestId))
  const head = [
    // The reason phrase after the status may be empty.
    `HTTP/1.1 ${error.status} `,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    ...ANSWER_HEADERS.map(([name, value]) => `${name}: ${value}`),
    `Request-Id: ${requestId}`,
    `Date: ${new Date().toUTCString()}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Returns a function that lists the methods of a concrete path, with OPTIONS; none if no route has it. */
export function knownMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:[^/]+/g, '[^/]+')}$`)
    routes.push({ pattern, methods: [method].flat() })
  })
  return (path) => {
    const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods)
    return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].sort()
  }
}

/** Returns the error of a request without a route: 405 with `Allow`, or 404 with the docs' address. */
export function unmatchedError(allowed: readonly string[], webUrl: string): ApiError {
  if (allowed.length > 0)
    return new ApiError('method_not_allowed', {}, { headers: { Allow: allowed.join(', ') } })
  const message = `There is nothing at this path. The API and its paths are described at ${webUrl}/docs.`
  return new ApiError('resource_not_found', {}, { message })
}
