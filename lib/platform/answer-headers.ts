import type { ServerResponse } from 'node:http'

const HSTS = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const

/** Headers of an answer that is no page: nothing in it may run, and nobody frames it. */
export const ANSWER_HEADERS = [
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Frame-Options', 'DENY'],
  ['X-Content-Type-Options', 'nosniff'],
] as const

const NO_STORE = ['Cache-Control', 'no-store'] as const
const FIRST_ERROR = 400

/**
 * Adds these headers to an answer as it leaves, by any writer; one that a page or a route sets itself stays. No cache keeps
 * an error. `isSecure`: browsers come by https, also where a proxy in front of us ends it.
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
  // The overloads of writeHead differ in what follows the status, which is handed on as it came.
  response.writeHead = ((status: number, ...rest: never[]) => {
    if (!response.headersSent) fill(status)
    return writeHead.call(response, status, ...rest)
  }) as typeof writeHead
}
