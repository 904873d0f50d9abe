import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** As often as a load balancer that is set to notice quickly. */
const CHECK_EVERY_MS = 250
const CHECK_PATIENCE_MS = 1_000

/** A load balancer as a deployment has one: sends to the processes whose `/readyz` answers, by turns. */
export interface FrontProxy {
  port: number
  add(port: number): void
  /** Ports that are sent to now. */
  ready(): number[]
  close(): Promise<void>
}

interface Target {
  port: number
  isReady: boolean
  agent: Agent
}

/** Starts a proxy without targets on a free port of loopback. It repeats a request only where no connection was made. */
export async function startProxy(): Promise<FrontProxy> {
  const targets: Target[] = []
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => pass(incoming, Buffer.concat(chunks), outgoing, inTurn()))
    incoming.on('error', () => {})
  })
  const inTurn = () => {
    const ready = targets.filter(({ isReady }) => isReady)
    turn += 1
    return [...ready.slice(turn % (ready.length || 1)), ...ready.slice(0, turn % (ready.length || 1))]
  }
  const check = async (target: Target) => {
    target.isReady = await fetch(`http://127.0.0.1:${target.port}/readyz`, {
      signal: AbortSignal.timeout(CHECK_PATIENCE_MS),
      headers: { connection: 'close' },
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
  }
  const timer = setInterval(() => void Promise.all(targets.map(check)), CHECK_EVERY_MS)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // A listening TCP server has such an address.
    port: (server.address() as AddressInfo).port,
    add: (port) => void targets.push({ port, isReady: false, agent: new Agent({ keepAlive: true }) }),
    ready: () => targets.filter(({ isReady }) => isReady).map(({ port }) => port),
    async close() {
      clearInterval(timer)
      for (const { agent } of targets) agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pass(
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  [target, ...others]: Target[],
): void {
  if (!target) {
    fail(outgoing, 503)
    return
  }
  const { method, url: path, headers } = incoming
  const near = incoming.socket.remoteAddress ?? ''
  const forwarded = headers['x-forwarded-for'] ?? near
  const { port, agent } = target
  const sent = request({
    host: '127.0.0.1',
    port,
    agent,
    method,
    path,
    headers: { ...headers, 'x-forwarded-for': forwarded },
  })
  sent.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('error', () => outgoing.destroy())
    answer.pipe(outgoing)
  })
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') {
      target.isReady = false
      pass(incoming, body, outgoing, others)
    } else fail(outgoing, 502)
  })
  outgoing.on('close', () => {
    if (!outgoing.writableEnded) sent.destroy()
  })
  sent.end(body)
}

/** The proxy's own answer, which no process gave. */
function fail(outgoing: ServerResponse, status: number): void {
  if (outgoing.headersSent || outgoing.destroyed) return void outgoing.destroy()
  outgoing.writeHead(status, { 'x-proxy': 'no answer' }).end()
}
