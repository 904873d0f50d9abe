import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { databaseUrl, readEnvironment, settings } from '@/lib/platform/env'
import { environmentOf, requireDatabase, serverEnvironment } from './database.mjs'
import { embeddedLogins, processEnvironment, readSettingFiles, SETTINGS } from './settings.mjs'

const dataDir = mkdtempSync(path.join(tmpdir(), 'logins-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const OWNER = 'postgresql://checkout:secret@db.internal:5432/checkout'
const side = (name: string) => `postgresql://${name}:x@db.internal:5432/checkout`
const LOGINS = {
  SERVICE_DATABASE_URL: side('service'),
  DASHBOARD_DATABASE_URL: side('dashboard'),
  BANK_DATABASE_URL: side('bank'),
}
const deployment = { dataDir, host: '127.0.0.1', port: 1, apiPort: 2 }
const environment = (env: Record<string, string>) =>
  processEnvironment(deployment, OWNER, 'production', { NODE_ENV: 'production', ...env })

it('an environment with both secrets generates none', () => {
  const secrets = { NEXTAUTH_SECRET: 'n'.repeat(32), ENCRYPTION_KEYS: 'k1:given' }
  expect(environment(secrets)).toMatchObject(secrets)
  expect(existsSync(path.join(dataDir, 'secrets.json'))).toBe(false)
})

it('a serving process does not get the owner’s login if the sides have logins', async () => {
  const env = await serverEnvironment(environment(LOGINS), { dataDir, isEmbedded: false })
  expect(env).not.toHaveProperty('DATABASE_URL')
  expect(env).toMatchObject(LOGINS)
  expect(environmentOf('web', env)).toEqual(env)
  expect(environmentOf('api', env)).not.toHaveProperty('DASHBOARD_DATABASE_URL')
  expect(JSON.stringify(env)).not.toContain('secret@')
})

it.each([
  [{}, 'no side has a login of its own, so every process is the owner of every table'],
  [{ BANK_DATABASE_URL: OWNER }, 'DATABASE_URL and BANK_DATABASE_URL have the login "checkout"'],
  [
    { SERVICE_DATABASE_URL: OWNER, DASHBOARD_DATABASE_URL: OWNER, BANK_DATABASE_URL: OWNER },
    'DATABASE_URL, SERVICE_DATABASE_URL, DASHBOARD_DATABASE_URL and BANK_DATABASE_URL have the login "checkout"',
  ],
  [
    { ...LOGINS, BANK_DATABASE_URL: LOGINS.SERVICE_DATABASE_URL },
    'SERVICE_DATABASE_URL and BANK_DATABASE_URL have the login "service"',
  ],
])('a process whose sides share a login prints a warning in one line (%j)', async (logins, problem) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warned.mockRestore())
  await serverEnvironment(environment(logins), { dataDir, isEmbedded: false })
  expect(warned.mock.calls).toEqual([
    [
      expect.stringMatching(
        `^Warning: the sides are not separated: ${problem}\\. .*operator -- database roles`,
      ),
    ],
  ])
})

it('a login that cannot connect is reported with its cause and setting, and without its password', async () => {
  const server = new URL(process.env.TEST_DATABASE_URL ?? '')
  const at = `${server.hostname}:${server.port}`
  const problemOf = async (change: Partial<URL>) =>
    requireDatabase(Object.assign(new URL(server), change).href, 'BANK_DATABASE_URL').catch(String)
  expect(await problemOf({ password: 'hunter2' })).toMatch(
    `The database server ${at} refuses the login "${server.username}" of BANK_DATABASE_URL (password authentication failed`,
  )
  expect(await problemOf({ username: 'bank' })).toContain('refuses the login "bank" of BANK_DATABASE_URL')
  expect(await problemOf({ password: '' })).toContain(`refuses the login "${server.username}"`)
  expect(await problemOf({ pathname: '/nothing' })).toMatch(
    `The database server ${at} has no database "nothing" of BANK_DATABASE_URL. Create it, or correct BANK_DATABASE_URL.`,
  )
  expect(await problemOf({ hostname: 'db.invalid' })).toMatch(
    /Cannot reach the database server db\.invalid:\d+ of BANK_DATABASE_URL \(ENOTFOUND\)/,
  )
  expect(await problemOf({ password: 'hunter2' })).not.toContain('hunter2')
})

it('a side without a login next to others with one is refused, and never served by the owner', () => {
  const { DASHBOARD_DATABASE_URL: _, ...some } = LOGINS
  const env = readEnvironment(environment(some))
  expect(databaseUrl(env, 'bank')).toBe(LOGINS.BANK_DATABASE_URL)
  expect(() => databaseUrl(env, 'dashboard')).toThrow(/^DASHBOARD_DATABASE_URL is needed beside /)
  expect(databaseUrl(readEnvironment(environment({})), 'dashboard')).toBe(OWNER)
})

it('the passwords of the embedded logins are generated once, even next to secrets of an older version, and no process gets them', () => {
  const file = path.join(dataDir, 'secrets.json')
  const older = { NEXTAUTH_SECRET: 'n'.repeat(32), ENCRYPTION_KEYS: 'k1:kept' }
  writeFileSync(file, JSON.stringify(older))
  const logins = embeddedLogins(dataDir, OWNER)
  expect(embeddedLogins(dataDir, OWNER)).toEqual(logins)
  const kept: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  expect(kept).toMatchObject(older)
  const passwords = Object.values(logins).map((url) => new URL(url).password)
  expect(new Set(passwords).size).toBe(3)
  expect(Object.values(kept)).toEqual(expect.arrayContaining(passwords))
  const env = JSON.stringify(environment({}))
  for (const password of passwords) expect(env).not.toContain(password)
})

it('a setting is read from the file that its name with _FILE names, which exists and stands alone', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'settings-')), 'key')
  writeFileSync(file, 'sk_of_a_file\n')
  const env: Record<string, string> = { STRIPE_SECRET_KEY_FILE: file, OTHER_FILE: '/nowhere' }
  readSettingFiles(env)
  expect(env).toEqual({ STRIPE_SECRET_KEY: 'sk_of_a_file', OTHER_FILE: '/nowhere' })
  expect(() => readSettingFiles({ PORT: '1', PORT_FILE: file })).toThrow('PORT and PORT_FILE are both set')
  expect(() => readSettingFiles({ PORT_FILE: '/nowhere' })).toThrow(
    'PORT_FILE=/nowhere cannot be read (ENOENT)',
  )
  expect(Object.keys(settings.shape).filter((name) => name !== 'NODE_ENV')).toEqual(SETTINGS)
})
