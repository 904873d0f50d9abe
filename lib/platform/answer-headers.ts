import type { ServerResponse } from 'node:http'

const HSTS = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const

/** Headers of a response that is not a page: nothing in it may run, and it may not be framed. */
export const ANSWER_HEADERS = [
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Frame-Options', 'DENY'],
  ['X-Content-Type-Options', 'nosniff'],
] as const

const NO_STORE = ['Cache-Control', 'no-store'] as const
const FIRST_ERROR = 400

/**
 * Adds these headers to a response when it is sent, by any writer; a header that a page or a route sets itself is kept.
 * Errors are never cached. `isSecure`: browsers use HTTPS, even if a proxy in front terminates it.
 */
export function fillHeaders(response: ServerResponse, isSecure: boolean): void {
  const { writeHead } = response
  const fill = (status: number) => {
    const isError = status >= FIRST_ERROR
    for (const [name, value] of [
      ...ANSWER_HEADERS,
      ...(isSecure ? [HSTS] : []),
      ...(isError ? [NO_STORE] : []),
    ])
      if (!response.hasHeader(name)) response.setHeader(name, value)
  }
  // The overloads of writeHead differ after the status; those arguments are passed on unchanged.
  response.writeHead = ((status: number, ...rest: never[]) => {
    if (!response.headersSent) fill(status)
    return writeHead.call(response, status, ...rest)
  }) as typeof writeHead
}
