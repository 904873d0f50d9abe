import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removePostgres, runningPostgres, startPostgres } from './postgres.mjs'

let home: string
let folder: string
let servers: Awaited<ReturnType<typeof startPostgres>>[] = []

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'postgres-'))
  chmodSync(home, 0o755)
  folder = path.join(home, 'postgres')
})

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  servers = []
  removePostgres(folder)
  rmSync(home, { recursive: true })
})

async function start(options = {}) {
  const server = await startPostgres({ folder, throwaway: true, ...options })
  servers.push(server)
  return server
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const postmaster = () => Number(readFileSync(path.join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])

it('a Postgres that is killed and started again on its port keeps its data', async () => {
  const first = await start({ throwaway: false })
  await ask(first.url, 'CREATE TABLE kept (a int); INSERT INTO kept VALUES (1)')
  process.kill(postmaster(), 'SIGKILL')
  await first.ended
  const second = await start({ throwaway: false, again: true })
  expect(second.url).toBe(first.url)
  expect(await ask(second.url, 'SELECT a FROM kept')).toEqual([{ a: 1 }])
})

it('a damaged settings file is reported, and the data is kept', async () => {
  const first = await start()
  await ask(first.url, 'CREATE TABLE kept (a int)')
  await first.stop()
  const settings = path.join(folder, 'postgres.json')
  const before = readFileSync(settings)
  writeFileSync(settings, '')
  await expect(start()).rejects.toThrow(`${settings} cannot be read.`)
  writeFileSync(settings, before)
  expect(await ask((await start()).url, 'SELECT * FROM kept')).toEqual([])
})

it('a leftover Postgres over the same folder is ended', async () => {
  const left = await start()
  const next = await start()
  expect(await left.ended).toBe(0)
  expect(await ask(next.url, 'SELECT 1 AS a')).toEqual([{ a: 1 }])
})

it('a Postgres is found while it runs, and not after its end', async () => {
  expect(runningPostgres(folder)).toBeNull()
  const server = await start()
  expect(runningPostgres(folder)).toBe(server.url)
  await server.stop()
  expect(runningPostgres(folder)).toBeNull()
})

it('a Postgres requires its password and listens on this machine only', async () => {
  const server = await start()
  const stranger = new URL(server.url)
  stranger.password = 'wrong'
  await expect(ask(stranger.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
  expect(await ask(server.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
})

it("a Postgres runs for root in a folder without access for the database's own user", async () => {
  chmodSync(home, 0o700)
  const server = await start()
  expect(await ask(server.url, 'SELECT 1 AS a')).toEqual([{ a: 1 }])
  expect(runningPostgres(folder)).toBe(server.url)
})
