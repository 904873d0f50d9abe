import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Complaint } from './complaint.mjs'

const RETRY_MS = 100

/**
 * @param {number} port 0 asks for any
 * @param {string} [host]
 * @returns {Promise<{ port: number, trouble: string | null }>} the port that could be opened (and is closed again), or
 *   the system's code for why it could not
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

/** @returns {Promise<number>} a port that nobody listens on at this moment */
export async function freePort() {
  const { port, trouble } = await tryPort(0)
  if (trouble) throw new Error(`No free port on 127.0.0.1 (${trouble}).`)
  return port
}

/**
 * @param {Record<string, number>} wanted name of the environment variable → port
 * @param {string} host
 * @param {number} patienceMs how long whoever listens now may take to leave
 */
export async function requirePorts(wanted, host, patienceMs = 0) {
  const deadline = Date.now() + patienceMs
  for (const [name, port] of Object.entries(wanted)) {
    for (;;) {
      const { trouble } = await tryPort(port, host)
      if (!trouble) break
      if (trouble !== 'EADDRINUSE') {
        throw new Complaint(
          `Cannot listen on ${host}:${port} (${trouble}). Set ${name} to another port, or HOST to an address of this machine.`,
        )
      }
      if (Date.now() >= deadline) {
        throw new Complaint(`Port ${port} is taken. Stop what listens there, or set ${name} to another port.`)
      }
      await delay(RETRY_MS)
    }
  }
}
