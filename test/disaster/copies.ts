import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { copyPostgres, initPostgres, startPostgres } from '@/scripts/postgres.mjs'

/** A server whose data is copied while it serves. */
export interface Source {
  url: string
  /** Folder of `initPostgres`. */
  folder: string
}

/** Runs statements on one connection as the owner. */
export async function onServer<Done>(url: string, work: (client: Client) => Promise<Done>): Promise<Done> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Copies a server's data to another folder while it serves: a base backup. `configure` returns the settings of the copy.
 * @returns the folder of its data
 */
export async function copyServing(
  { url, folder }: Source,
  to: string,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  fs.rmSync(to, { recursive: true, force: true })
  fs.mkdirSync(to, { recursive: true })
  const label = await onServer(url, async (client) => {
    await client.query(`SELECT pg_backup_start('drill', fast => true)`)
    copyPostgres(folder, to)
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()')
    return rows[0]?.labelfile ?? ''
  })
  const data = initPostgres(to)
  fs.rmSync(path.join(data, 'postmaster.pid'), { force: true })
  fs.rmSync(path.join(data, 'postmaster.opts'), { force: true })
  for (const name of fs.readdirSync(path.join(data, 'pg_replslot')))
    fs.rmSync(path.join(data, 'pg_replslot', name), { recursive: true })
  // Files of the copy belong to the database's user, as their folder does.
  const { uid, gid } = fs.statSync(data)
  const write = (name: string, text: string) => {
    fs.writeFileSync(path.join(data, name), text, { mode: 0o600 })
    fs.chownSync(path.join(data, name), uid, gid)
  }
  write('backup_label', label)
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  write('postgresql.auto.conf', `${lines.join('\n')}\n`)
  return data
}

/** Starts a standby whose commits the primary waits for. */
export async function startSynchronousStandby(primary: Source, folder: string) {
  await onServer(primary.url, async (client) => {
    await client.query(`SELECT pg_create_physical_replication_slot('standby', true)`)
  })
  const { hostname, port, username, password } = new URL(primary.url)
  const data = await copyServing(primary, folder, {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`,
    primary_slot_name: 'standby',
  })
  touch(data, 'standby.signal')
  const server = await startPostgres({ folder })
  await onServer(primary.url, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`)
    await client.query('SELECT pg_reload_conf()')
    const isSynchronous = async () => {
      const { rowCount } = await client.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)
      return rowCount === 1
    }
    for (let tries = 0; !(await isSynchronous()); tries += 1) {
      if (tries > 600) throw new Error('the standby does not follow')
      await client.query('SELECT pg_sleep(0.05)')
    }
  })
  return {
    url: server.url,
    port: Number(new URL(server.url).port),
    stop: server.stop,
    async promote() {
      await onServer(server.url, (client) => client.query('SELECT pg_promote(true, 30)'))
    },
  }
}

/** Creates an empty file of the database's user. */
export function touch(data: string, name: string): void {
  const { uid, gid } = fs.statSync(data)
  fs.writeFileSync(path.join(data, name), '')
  fs.chownSync(path.join(data, name), uid, gid)
}

/** Creates a folder for archived segments, which the database's user may write. */
export function archiveFolder(data: string, folder: string): string {
  const { uid, gid } = fs.statSync(data)
  fs.mkdirSync(folder, { recursive: true })
  fs.chownSync(folder, uid, gid)
  spawnSync('chmod', ['0700', folder])
  return folder
}
