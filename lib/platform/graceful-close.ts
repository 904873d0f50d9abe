import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** A connection that becomes idle while the server ends would stay open for its whole keep-alive time. */
const IDLE_SWEEP_MS = 50

export interface CloseTimeouts {
  /** Time limit of reads, and of streams that never end by themselves. */
  readMs: number
  /** Time limit of every other request: a charge may wait 16 s for the bank. */
  writeMs: number
  /** Returns true for the address of a GET that changes state. */
  isWrite?(url: string): boolean
}

/**
 * Returns a function that ends a server: the server accepts no new connection, lets running requests finish, and cuts
 * off those that do not. The promise resolves once every connection has ended. Must be called before the server
 * listens.
 */
export function gracefulClose(
  server: Server,
  { readMs, writeMs, isWrite = () => false }: CloseTimeouts,
): () => Promise<void> {
  const sockets = new Set<Socket>()
  const writing = new Set<Socket>()
  let ending = false
  // An upgraded socket, such as that of hot reloading in development, is not among the server's connections.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      writing.delete(socket)
    })
  })
  server.on('request', ({ method, url = '', socket }, response) => {
    if ((method === 'GET' || method === 'HEAD') && !isWrite(url)) return
    writing.add(socket)
    response.once('close', () => {
      writing.delete(socket)
      if (ending) socket.destroySoon()
    })
  })
  const cut = (except: ReadonlySet<Socket>) => {
    for (const socket of sockets) if (!except.has(socket)) socket.destroy()
  }
  return () => {
    ending = true
    setTimeout(() => cut(writing), readMs).unref()
    setTimeout(() => cut(new Set()), writeMs).unref()
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS)
    return new Promise((resolve) => {
      server.close(() => {
        clearInterval(sweep)
        resolve()
      })
    })
  }
}
