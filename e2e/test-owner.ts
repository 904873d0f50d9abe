import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { Client } from 'pg'
import { runningPostgres } from '@/scripts/postgres.mjs'
import { processEnvironment, readDeployment } from '@/scripts/settings.mjs'
import { demo } from './demo'

const execute = promisify(execFile)

export interface Login {
  email: string
  password: string
  /** Slug of the account that the dashboard shows. */
  slug: string
  team_id: string
}

/** Runs the operator's command against the running server and returns its output. */
export async function runOperator(...args: string[]): Promise<Record<string, string>> {
  const { stdout } = await execute(process.execPath, ['scripts/operator.mjs', ...args, '--json'])
  return JSON.parse(stdout)
}

/**
 * Waits for mails to an address, or messages to a phone, that match a pattern: the outbox holds what was not sent.
 * @returns their texts, the newest first
 */
export async function mailsTo(address: string, pattern = /\S/): Promise<string[]> {
  let texts: string[] = []
  await expect(async () => {
    const outbox: unknown = await runOperator('outbox')
    const own = Array.isArray(outbox) ? outbox.filter(({ to }) => to === address) : []
    texts = own.map(({ text }) => text).filter((text) => pattern.test(text))
    expect(texts).not.toEqual([])
  }).toPass({ timeout: 20_000 })
  return texts
}

/** Returns the connection string of the running server's database. */
export function databaseUrl(): string {
  const { dataDir } = readDeployment()
  const url = process.env.DATABASE_URL ?? runningPostgres(path.join(dataDir, 'postgres'))
  if (!url) throw new Error(`no Postgres runs over ${dataDir}`)
  return url
}

/** Creates an owner besides the demo merchant's, whose dashboard shows the account of this key. */
export async function createOwner(input: {
  name: string
  teamName: string
  baseUrl: string
  apiKey: string
}): Promise<Login> {
  const url = databaseUrl()
  const email = `owner-${Date.now()}-${Math.floor(Math.random() * 1e6)}@checkout.test`
  const { stdout } = await execute(
    process.execPath,
    ['--import', 'tsx', 'test/factories/new-owner.ts', JSON.stringify({ ...input, email })],
    { env: { ...processEnvironment(readDeployment(), url, 'production'), LOG_LEVEL: 'fatal' } },
  )
  return JSON.parse(stdout)
}

/** Makes the address of a user unverified, as that of a sign-up without mail. */
export async function forgetVerification(email: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl() })
  await client.connect()
  await client.query('UPDATE dashboard."user" SET email_verified_at = NULL WHERE email = $1', [email])
  await client.end()
}

/** Sends a POST with the key of a test's own account. Throws if the API refuses it. */
type Act = (route: string, body?: object) => Promise<{ id: string }>

/** Creates an account that no other test touches. */
export async function newAccount(name: string): Promise<{ name: string; accountId: string; apiKey: string }> {
  const opened = await runOperator(
    ...['account', 'create', '--name', name, '--email', 'own@example.com', '--currency', 'USD'],
    ...['--timezone', 'America/Lima', '--country', 'PE'],
  )
  return { name, accountId: opened.account_id ?? '', apiKey: opened.api_key ?? '' }
}

/** Creates an account that no other test touches, prepares it, and creates the owner of its dashboard. */
export async function createOwnAccount(name: string, prepare?: (act: Act) => Promise<void>): Promise<Login> {
  const { apiKey } = await newAccount(name)
  const baseUrl = demo().base_url
  await prepare?.(async (route, body) => {
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
    const answer = await fetch(baseUrl + route, {
      method: 'POST',
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  })
  return createOwner({ name: 'Inti', teamName: name, baseUrl, apiKey })
}
