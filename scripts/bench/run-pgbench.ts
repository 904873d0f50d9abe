import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import type { PgbenchScript } from './pgbench-script'
import type { LoadResult } from './run-load'

/** Folder of Debian's PostgreSQL programs, which is not on the path. */
const DEBIAN = '/usr/lib/postgresql'
const TAIL = 1_500

/** Returns the path of pgbench on this machine; null without it. */
export function findPgbench(): string | null {
  const versions = fs.existsSync(DEBIAN) ? fs.readdirSync(DEBIAN).sort().reverse() : []
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.map((version) => path.join(DEBIAN, version, 'bin')),
  ]
  return folders.map((folder) => path.join(folder, 'pgbench')).find((file) => fs.existsSync(file)) ?? null
}

export interface Pgbench {
  program: string
  databaseUrl: string
  script: PgbenchScript
  /** Number of connections to Postgres. */
  clients: number
  folder: string
}

/** Runs the script repeatedly for whole seconds, prepared, on as many connections as our pool has. */
export async function runPgbench(bench: Pgbench, seconds: number): Promise<LoadResult> {
  const { program, databaseUrl, script, clients, folder } = bench
  const file = path.join(folder, 'charge.pgbench.sql')
  fs.writeFileSync(file, script.text)
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const whole = Math.max(1, Math.round(seconds))
  const constants = Object.entries(script.constants).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const output = await run(
    program,
    [
      ...['-n', '-M', 'prepared', '-T', String(whole), '-c', String(clients), '-j', '1', '-f', file],
      ...constants,
      ...['-h', hostname, '-p', port, '-U', decodeURIComponent(username), pathname.slice(1)],
    ],
    { ...process.env, PGPASSWORD: decodeURIComponent(password) },
  )
  const requests = Number(/transactions actually processed: (\d+)/.exec(output)?.[1])
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1])
  if (!(requests > 0 && perSecond > 0)) throw new Error(`pgbench printed no figure:\n${output.slice(-TAIL)}`)
  return { requests, seconds: requests / perSecond, bodyBytes: 0 }
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new Error(`pgbench ended with ${code}:\n${output.slice(-TAIL)}`))
    })
  })
}
