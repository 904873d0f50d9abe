import type { Server } from 'node:http'

/** A client that reads no byte for this long counts as gone. */
export const READER_TIMEOUT_MS = 30_000

/**
 * Ends a connection whose client reads no byte of a response for this long, because the response would stay in memory.
 * The handler's time does not count: a charge may wait for the bank. Node ends a connection by itself if its timeout
 * has no listener.
 */
export function dropSlowReaders(server: Server, readerTimeoutMs = READER_TIMEOUT_MS): void {
  server.on('request', (_request, response) => {
    const watch = () => response.setTimeout(readerTimeoutMs)
    // A response of many chunks emits `pipe`, one written as a whole `prefinish`.
    response.once('pipe', watch).once('prefinish', watch)
  })
}
