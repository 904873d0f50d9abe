import type { Server } from 'node:http'

/** Without a byte taken, a client is taken for gone. */
export const READER_TIMEOUT_MS = 30_000

/**
 * Ends a connection whose client takes no byte of an answer for so long; it would hold the answer in memory. The time of the
 * handler does not count: a charge may wait for the bank. Node itself ends a connection whose time-out nobody listens to.
 */
export function dropSlowReaders(server: Server, readerTimeoutMs = READER_TIMEOUT_MS): void {
  server.on('request', (_request, response) => {
    const watch = () => response.setTimeout(readerTimeoutMs)
    // The one begins an answer of many chunks, the other is an answer handed over whole.
    response.once('pipe', watch).once('prefinish', watch)
  })
}
