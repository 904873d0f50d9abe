import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { databaseUrl, readEnvironment } from '@/lib/platform/env'
import { environmentOf, serverEnvironment } from './database.mjs'
import { embeddedLogins, processEnvironment } from './settings.mjs'

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

it('a process that serves as the owner prints a warning in one line', async () => {
  const warned = vi.spyOn(console, 'error').mockImplementation(() => {})
  const env = await serverEnvironment(environment({}), { dataDir, isEmbedded: false })
  expect(env.DATABASE_URL).toBe(OWNER)
  expect(warned.mock.calls).toEqual([[expect.stringMatching(/^Warning: .*operator -- database roles/)]])
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
