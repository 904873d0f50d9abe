import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, invalidParameters, toErrorBody } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import { ANSWER_HEADERS } from '@/lib/platform/http-server'

// Errors of bytes that never became a request: the parser's code → our field error.
const problems: Readonly<Record<string, { field: string; code: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    field: '',
    code: 'too_large',
    message: 'The request line and the headers together must be at most 16 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    field: '',
    code: 'request_timeout',
    message: 'The request did not arrive in time.',
  },
}
const unreadable = { field: '', code: 'malformed', message: 'This is not a request of HTTP/1.1.' }

/** Returns the error of a path that cannot be decoded, such as `/payment_links/%ff`. */
export function undecodablePath(): ApiError {
  return invalidParameters([
    { field: 'path', code: 'invalid_characters', message: 'The path must be percent-encoded UTF-8.' },
  ])
}

/** Sends an error on the bare socket of an unparsable request, and ends the connection. */
export function answerMalformedRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  writeError(socket, invalidParameters([problems[error.code ?? ''] ?? unreadable]))
}

/** Writes an error as a whole HTTP response and closes the socket, for cases without a response object of Node. */
export function writeError(socket: Duplex, error: ApiError): void {
  if (!socket.writable) return void socket.destroy()
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
    ...Object.entries(error.headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Methods of each path, collected while routes are registered. */
export class KnownPaths {
  readonly #methods = new Map<string, Set<string>>()

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      const known = this.#methods.get(url) ?? new Set()
      for (const each of [method].flat()) known.add(each)
      this.#methods.set(url, known)
    })
  }

  /** Returns the methods of a concrete path, including OPTIONS; none if no route has it. */
  methodsOf(path: string): string[] {
    for (const [url, methods] of this.#methods) {
      if (matches(url, path)) return [...methods, 'OPTIONS'].sort()
    }
    return []
  }
}

function matches(url: string, path: string): boolean {
  const [template, concrete] = [url.split('/'), path.split('/')]
  return (
    template.length === concrete.length &&
    template.every((part, i) => (part.startsWith(':') ? concrete[i] !== '' : part === concrete[i]))
  )
}

/**
 * Returns the error of a request without a route: 405 with `Allow` if the path has other methods, else 404 with the
 * address of the docs.
 */
export function unmatchedError(request: FastifyRequest, paths: KnownPaths, webUrl: string): ApiError {
  const allowed = paths.methodsOf(request.url.split('?', 1)[0] ?? '')
  return allowed.length === 0
    ? new ApiError('resource_not_found', {}, { message: resourceNotFound(webUrl) })
    : new ApiError('method_not_allowed', {}, { headers: { Allow: allowed.join(', ') } })
}

function resourceNotFound(webUrl: string): string {
  return `There is nothing at this path. The API and its paths are described at ${webUrl}/docs.`
}
