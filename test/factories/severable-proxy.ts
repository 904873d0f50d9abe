import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** Proxy of a port of loopback that a test cuts. */
export interface SeverableProxy {
  port: number
  /** Ends every connection at once, on both sides. */
  cut(): void
  /** Cuts it, and redirects further connections to another port. */
  forwardTo(port: number): void
}

/** Opens a proxy that closes after the test file. */
export async function openSeverableProxy(firstPort: number): Promise<SeverableProxy> {
  let toPort = firstPort
  const sockets = new Set<Socket>()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const forwardTo = (port: number) => {
    toPort = port
    cut()
  }
  const server = createServer((near) => {
    const far = connect(toPort, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    // The process at the other end is gone.
    far.on('close', () => near.destroySoon())
    near.on('close', () => far.destroy())
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    cut()
    server.close()
  })
  // The address of a listening TCP server always has this type.
  return { port: (server.address() as AddressInfo).port, cut, forwardTo }
}
