import { execFile } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { buildProcessesIfStale, buildWebIfStale } from '@/scripts/build.mjs'
import { migrateDatabase, serverEnvironment } from '@/scripts/database.mjs'
import { freePort } from '@/scripts/ports.mjs'
import { initPostgres, removePostgres, startPostgres } from '@/scripts/postgres.mjs'
import { spawnGuarded } from '@/scripts/spawn-guarded.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import { type FrontProxy, startProxy } from './proxy'

/** Time between the end of a process and its restart. */
const RESTART_MS = 300
const POLL_MS = 50
const READY_MS = 90_000
/** Longer than a charge, which may take 16 s. */
const STOP_TIMEOUT_S = 25

export type Kind = 'api' | 'web' | 'worker'

export interface DeploymentOptions {
  count: Readonly<Record<Kind, number>>
  /** Settings of every process. */
  env?: Readonly<Record<string, string>>
  /** Folder of the database; one in memory or below .data by default. */
  folder?: string
  /** Returns the address of the database for the processes, such as that of a proxy before it. */
  route?(url: string): Promise<string>
}

/** Period in which Postgres was down, or no worker could work; milliseconds of the epoch. */
export interface Outage {
  of: 'postgres' | 'worker'
  from: number
  until: number
}

/** Real processes over their own Postgres, each behind a proxy and restarted when it ends. Linux only. */
export interface Deployment {
  databaseUrl: string
  env: NodeJS.ProcessEnv
  webUrl: string
  apiUrl: string
  processes: readonly ManagedProcess[]
  proxies: Readonly<Record<'api' | 'web', FrontProxy>>
  postgres: PostgresUnderTest
  /** Runs `operator …` with --json. Returns its output; throws its error message. */
  operator(...args: string[]): Promise<unknown>
  stop(): Promise<void>
}

/** Returns a folder in memory if possible, so that a slow disk does not affect the figures. */
function parentFolder(): string {
  return fs.existsSync('/dev/shm') ? '/dev/shm' : path.join(ROOT, '.data')
}

/** Builds stale bundles and starts a deployment. */
export async function startDeployment(options: DeploymentOptions): Promise<Deployment> {
  const folder = options.folder ?? path.join(parentFolder(), `checkout-chaos-${process.pid}`)
  removePostgres(folder)
  fs.mkdirSync(folder, { recursive: true })
  const postgres = new PostgresUnderTest(folder)
  await postgres.start()
  const proxies = { api: await startProxy(), web: await startProxy() }
  const webUrl = `http://localhost:${proxies.web.port}`
  const apiUrl = `http://localhost:${proxies.api.port}`
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: (await options.route?.(postgres.url)) ?? postgres.url,
    DATABASE_POOL: '8',
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    WEB_URL: webUrl,
    API_URL: apiUrl,
    NEXTAUTH_URL: webUrl,
    NEXTAUTH_SECRET: 'x'.repeat(32),
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    // Each payer sends its own address, because addresses are rate-limited.
    TRUSTED_PROXIES: '127.0.0.1,::1',
    RATE_LIMIT_PER_SECOND: '1000',
    RATE_LIMIT_BURST: '1000',
    ...options.env,
  }
  await buildProcessesIfStale()
  await buildWebIfStale()
  await migrateDatabase(env)
  const serving = await serverEnvironment(env, { dataDir: folder, isEmbedded: true })
  const processes: ManagedProcess[] = []
  for (const kind of ['api', 'worker', 'web'] as const)
    for (let number = 1; number <= options.count[kind]; number += 1) {
      const port = await freePort()
      if (kind !== 'worker') proxies[kind].add(port)
      const log = path.join(folder, `${kind}-${number}.log`)
      processes.push(
        new ManagedProcess(kind, number, { ...serving, PORT: `${port}`, API_PORT: `${port}` }, log),
      )
    }
  for (const managed of processes) managed.start()
  for (const managed of processes) await managed.ready()
  return {
    databaseUrl: env.DATABASE_URL ?? postgres.url,
    env,
    webUrl,
    apiUrl,
    processes,
    proxies,
    postgres,
    operator: (...args) => runOperator(env, args),
    async stop() {
      await Promise.all(processes.map((managed) => managed.stop()))
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()))
      await postgres.stop()
      if (process.env.CHAOS_KEEP !== '1') removePostgres(folder)
    },
  }
}

const execute = promisify(execFile)

async function runOperator(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<unknown> {
  const file = path.join(ROOT, '.build/operator.mjs')
  const { stdout } = await execute(process.execPath, [file, '--json', ...args], { cwd: ROOT, env })
  return JSON.parse(stdout)
}

/** One process of the deployment, restarted whenever it ends. */
export class ManagedProcess {
  /** Unexpected ends after the process was ready. */
  readonly unexpected: string[] = []
  readonly port: number
  isStopped = false
  downSince: number | null = null
  #current: ReturnType<typeof spawnGuarded> | null = null
  #pid: number | null = null
  #stopping = false
  #killed = false
  #life: Promise<void> = Promise.resolve()

  constructor(
    readonly kind: Kind,
    readonly number: number,
    readonly env: NodeJS.ProcessEnv,
    readonly log: string,
  ) {
    this.port = Number(env.PORT)
  }

  get name(): string {
    return `${this.kind} ${this.number}`
  }

  get isRunning(): boolean {
    return this.#pid !== null && !this.isStopped
  }

  /** Returns the id of the program itself; null while it is down. */
  get pid(): number | null {
    return this.#pid
  }

  start(): void {
    this.#stopping = false
    this.#life = this.#run()
  }

  /** Resolves once it serves. */
  async ready(): Promise<void> {
    const deadline = Date.now() + READY_MS
    while (!(await this.#answers())) {
      if (Date.now() > deadline) throw new Error(`${this.name} is not ready; ${this.log} says why`)
      await setTimeout(POLL_MS)
    }
  }

  async #answers(): Promise<boolean> {
    if (this.kind === 'worker')
      return this.isRunning && fs.readFileSync(this.log, 'utf8').includes('is ready')
    const url = `http://127.0.0.1:${this.port}/readyz`
    return fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  /** Sends a signal to the program itself. */
  signal(signal: NodeJS.Signals): void {
    if (this.#pid === null) return
    if (signal === 'SIGKILL' || signal === 'SIGTERM') this.#killed = true
    if (signal === 'SIGSTOP') this.isStopped = true
    if (signal === 'SIGCONT') this.isStopped = false
    try {
      process.kill(this.#pid, signal)
    } catch {
      // The process has just ended.
    }
  }

  /** Ends the process as a deployment does; returns once it is gone. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.signal('SIGCONT')
    await this.#current?.stop()
    await this.#life
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const out = fs.openSync(this.log, 'a')
      const logged = fs.fstatSync(out).size
      const current = spawnGuarded(process.execPath, [path.join(ROOT, `.build/${this.kind}.mjs`)], {
        cwd: ROOT,
        env: this.env,
        out,
        stopTimeoutSeconds: STOP_TIMEOUT_S,
      })
      fs.closeSync(out)
      this.#current = current
      this.#killed = false
      this.#pid = await programOf(current.process.pid ?? 0)
      const code = await current.ended
      this.#pid = null
      this.isStopped = false
      // A process that finds no database at its start exits by itself.
      const wasReady = fs.readFileSync(this.log, 'utf8').slice(logged).includes('is ready')
      if (!this.#killed && !this.#stopping && wasReady)
        this.unexpected.push(`${this.name} ended with ${code}`)
      if (!this.#stopping) await setTimeout(RESTART_MS)
    }
  }
}

/** Returns the program that a guard runs, found among its children. */
async function programOf(guard: number): Promise<number | null> {
  // A busy machine takes seconds; the guard of a program that exits at once exits, too.
  while (fs.existsSync(`/proc/${guard}/cmdline`) && commandOf(guard, true) !== '') {
    const found = childrenOf(guard).find((pid) => commandOf(pid).includes('.build/'))
    if (found !== undefined) return found
    await setTimeout(20)
  }
  return null
}

function childrenOf(pid: number): number[] {
  return readOr(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

/**
 * Returns the command of a process; empty for one that has ended, and for a shell that has not become the program yet
 * unless `shells` count.
 */
function commandOf(pid: number, shells = false): string {
  const command = readOr(`/proc/${pid}/cmdline`)
  return command.startsWith('/bin/sh') && !shells ? '' : command
}

function readOr(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Database server of a deployment, restarted on its port whenever it ends. */
class PostgresUnderTest {
  url = ''
  isServing = false
  #server: Awaited<ReturnType<typeof startPostgres>> | null = null
  #stopping = false
  #life: Promise<void> = Promise.resolve()
  #data = ''

  constructor(readonly folder: string) {}

  async start(): Promise<void> {
    this.#data = initPostgres(this.folder)
    this.#server = await startPostgres({ folder: this.folder })
    this.url = this.#server.url
    this.isServing = true
    this.#life = this.#keepRunning()
  }

  get dataFolder(): string {
    return this.#data
  }

  get pid(): number {
    return Number(readOr(path.join(this.#data, 'postmaster.pid')).split('\n')[0])
  }

  /** Returns the processes that serve connections, and those in the background. */
  get backends(): number[] {
    return childrenOf(this.pid)
  }

  kill(): void {
    if (this.pid > 0) signalAll([this.pid], 'SIGKILL')
  }

  /** Kills it for good, as the loss of its machine does. */
  async lose(): Promise<void> {
    this.#stopping = true
    signalAll([this.pid, ...this.backends], 'SIGKILL')
    await this.#life
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#server?.stop()
    await this.#life
  }

  async #keepRunning(): Promise<void> {
    for (;;) {
      await this.#server?.ended
      this.isServing = false
      if (this.#stopping) return
      try {
        this.#server = await startPostgres({ folder: this.folder, again: true })
        this.isServing = true
      } catch (error) {
        console.error(`Postgres could not be started: ${error}`)
        await setTimeout(RESTART_MS)
      }
    }
  }
}

/** Sends a signal to processes, ignoring those that have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended.
    }
  }
}
