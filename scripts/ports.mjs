import { createServer } from 'node:net'

/**
 * @param {number} port 0 asks for any
 * @param {string} [host]
 * @returns {Promise<number | null>} the port that could be opened (and is closed again), or null when it is taken
 */
export function tryPort(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : null))
    })
  })
}

/** @returns {Promise<number>} a port that nobody listens on at this moment */
export async function freePort() {
  const port = await tryPort(0)
  if (port === null) throw new Error('No free port on 127.0.0.1.')
  return port
}
