import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { UserError } from './user-error.mjs'

const RETRY_MS = 100

/**
 * Tries to open a port and closes it again.
 * @param {number} port port, or 0 for any
 * @param {string} [host]
 * @returns {Promise<{ port: number, trouble: string | null }>} the port, or the system's error code
 */
export function tryPort(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) =>
      resolve({ port, trouble: 'code' in error ? String(error.code) : error.message }),
    )
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      const opened = address && typeof address === 'object' ? address.port : port
      server.close(() => resolve({ port: opened, trouble: null }))
    })
  })
}

/** Returns a port that is free at this moment. @returns {Promise<number>} */
export async function freePort() {
  const { port, trouble } = await tryPort(0)
  if (trouble) throw new Error(`No free port on 127.0.0.1 (${trouble}).`)
  return port
}

/**
 * Throws a UserError that names the setting of a port in use.
 * @param {Record<string, number>} wanted name of the environment variable → port
 * @param {string} host
 * @param {number} waitMs time for which a current listener may still end
 */
export async function requirePorts(wanted, host, waitMs = 0) {
  const deadline = Date.now() + waitMs
  for (const [name, port] of Object.entries(wanted)) {
    for (;;) {
      const { trouble } = await tryPort(port, host)
      if (!trouble) break
      if (trouble !== 'EADDRINUSE') {
        throw new UserError(
          `Cannot listen on ${host}:${port} (${trouble}). Set ${name} to another port, or HOST to an address of this machine.`,
        )
      }
      if (Date.now() >= deadline) {
        throw new UserError(`Port ${port} is taken. Stop what listens there, or set ${name} to another port.`)
      }
      await delay(RETRY_MS)
    }
  }
}
