import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { lockDataFolder } from './data-folder-lock.mjs'
import { freePort } from './ports.mjs'
import { demoLines, hasDemo } from './settings.mjs'
import { requireNode } from './user-error.mjs'

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'start-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

async function start(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const ports = { PORT: String(await freePort()), API_PORT: String(await freePort()) }
  // Tests of one process share their environment.
  const ownKeys = /DATABASE_URL$|^(NEXTAUTH_SECRET|ENCRYPTION_KEYS)$/
  const rest = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownKeys.test(name)))
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'start.mjs')], {
    env: { NODE_ENV: 'test', ...rest, DATA_DIR, ...ports, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output: output.trim() }
}

async function listening<T>(work: (port: string) => Promise<T>): Promise<T> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    return await work(String(typeof address === 'object' ? address?.port : address))
  } finally {
    server.close()
  }
}

describe('npm start', () => {
  it('npm start reports a port in use in one line', async () => {
    await listening(async (port) => {
      expect(await start({ PORT: port })).toEqual({
        code: 1,
        output: `Port ${port} is taken. Stop what listens there, or set PORT to another port.`,
      })
      expect(await start({ API_PORT: port })).toEqual({
        code: 1,
        output: `Port ${port} is taken. Stop what listens there, or set API_PORT to another port.`,
      })
    })
  })

  it('npm start reports an invalid port in one line', async () => {
    expect(await start({ PORT: 'web' })).toEqual({
      code: 1,
      output: 'PORT=web is not a port. Set PORT to a number from 1 to 65535.',
    })
  })

  it('npm start reports a data folder without write access in one line', async () => {
    expect(await start({ DATA_DIR: '/dev/null/data' })).toEqual({
      code: 1,
      output:
        'Cannot write to the data folder /dev/null/data (ENOTDIR). Make it writable or set DATA_DIR to another folder.',
    })
  })

  it('npm start reports an unavailable database in one line, without its password', {
    timeout: 60_000,
  }, async () => {
    const { code, output } = await start({
      DATABASE_URL: 'postgresql://someone:hunter2@127.0.0.1:1/checkout',
    })
    expect(code).toBe(1)
    expect(output.split('\n').at(-1)).toBe(
      'Cannot reach the database server 127.0.0.1:1 of DATABASE_URL (ECONNREFUSED). Start it, or correct DATABASE_URL.',
    )
    expect(output).not.toContain('hunter2')
  })

  it.each([
    [{ NEXTAUTH_SECRET: 'short' }, 'NEXTAUTH_SECRET: '],
    [{ DRAIN_MS: '5s' }, 'DRAIN_MS: "5s" '],
    [{ DATABASE_URL: 'db:5432' }, 'DATABASE_URL: '],
    [{ ENCRYPTION_KEYS: 'k1:abc' }, 'ENCRYPTION_KEYS must read '],
  ])(
    'npm start reports an invalid setting (%j) in one line, before a database is created',
    { timeout: 60_000 },
    async (env, names) => {
      const { code, output } = await start(env)
      expect(code).toBe(1)
      const last = output.split('\n').at(-1)
      expect(last).toContain(names)
      expect(last).toContain('See "Settings" in docs/operate.md.')
      expect(output).not.toContain('not ready for this version')
      expect(existsSync(path.join(DATA_DIR, 'postgres'))).toBe(false)
    },
  )

  it('npm start reports another instance over the same data folder in one line', async () => {
    const hold = await lockDataFolder(DATA_DIR, '`npm start`')
    const { code, output } = await start({})
    hold.release()
    expect(code).toBe(1)
    expect(output).toBe(
      `\`npm start\` (process ${process.pid}) already uses the data folder ${DATA_DIR}. Stop it, or set DATA_DIR, PORT and API_PORT to others.`,
    )
  })

  it('npm start reports an outdated Node in one line', () => {
    expect(() => requireNode('20.18.3')).toThrow(
      /^Checkout needs Node\.js 20\.19 or later and this is 20\.18\.3\./,
    )
    expect(() => requireNode('18.20.0')).toThrow('20.19 or later')
    for (const version of ['20.19.0', '20.20.2', '22.0.0', '24.1.0'])
      expect(() => requireNode(version)).not.toThrow()
  })
})

describe('the demo merchant', () => {
  const LOCAL = { WEB_URL: 'http://localhost:3000' }
  const PUBLIC = { WEB_URL: 'https://pay.example' }
  const demo = { email: 'demo@checkout.test', password: 'secret-word', api_key: 'checkout_sk_1' }

  it('the demo merchant is created on a machine’s own address only, unless DEMO says otherwise', () => {
    expect([LOCAL, PUBLIC].map(hasDemo)).toEqual([true, false])
    expect([LOCAL, PUBLIC].map((env) => hasDemo({ ...env, DEMO: '1' }))).toEqual([true, true])
    expect([LOCAL, PUBLIC].map((env) => hasDemo({ ...env, DEMO: '0' }))).toEqual([false, false])
    expect(hasDemo({ ...LOCAL, TEST_MODE: '0' })).toBe(false)
  })

  it('the output of a public deployment contains no password and no key of the demo merchant', () => {
    expect(demoLines(LOCAL, demo, 'demo.json').join()).toContain('demo@checkout.test / secret-word')
    expect(demoLines(PUBLIC, demo, 'demo.json')).toEqual(['Demo login and key: in demo.json'])
  })
})
