import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Interval of checks, as of a load balancer that is configured to react quickly. */
const CHECK_EVERY_MS = 250
const CHECK_TIMEOUT_MS = 2_000
/** Unanswered checks after which a process counts as gone; a busy machine loses one or two. */
const SILENT_CHECKS_MAX = 3

/** Load balancer of the deployment: sends requests in turn to the processes whose `/readyz` succeeds. */
export interface FrontProxy {
  port: number
  add(port: number): void
  /** Returns the current target ports. */
  ready(): number[]
  close(): Promise<void>
}

interface Target {
  port: number
  isReady: boolean
  silentChecks: number
  agent: Agent
}

/** Starts a proxy without targets on a free port of loopback. It repeats a request only if no connection was made. */
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
  let isClosed = false
  const check = async (target: Target) => {
    while (!isClosed) {
      const answer = await readiness(target.port)
      target.silentChecks = answer === 'silent' ? target.silentChecks + 1 : 0
      if (answer !== 'silent') target.isReady = answer === 'ready'
      else if (target.silentChecks >= SILENT_CHECKS_MAX) target.isReady = false
      await setTimeout(CHECK_EVERY_MS)
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // The address of a listening TCP server always has this type.
    port: (server.address() as AddressInfo).port,
    add(port) {
      const target = { port, isReady: false, silentChecks: 0, agent: new Agent({ keepAlive: true }) }
      targets.push(target)
      void check(target)
    },
    ready: () => targets.filter(({ isReady }) => isReady).map(({ port }) => port),
    async close() {
      isClosed = true
      for (const { agent } of targets) agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readiness(port: number): Promise<'ready' | 'not ready' | 'silent'> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
      headers: { connection: 'close' },
    })
    await response.arrayBuffer()
    return response.ok ? 'ready' : 'not ready'
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'silent' : 'not ready'
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

/** Sends the proxy's own response, for which no process was reached. */
function fail(outgoing: ServerResponse, status: number): void {
  if (outgoing.headersSent || outgoing.destroyed) return void outgoing.destroy()
  outgoing.writeHead(status, { 'x-proxy': 'no answer' }).end()
}
