import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { runningPostgres } from '@/scripts/postgres.mjs'
import { processEnvironment, readPlaces } from '@/scripts/settings.mjs'
import { demo } from './demo'

const execute = promisify(execFile)

export interface Login {
  email: string
  password: string
}

/** Runs the operator's command against the running server and reads its answer. */
export async function operate(...args: string[]): Promise<Record<string, string>> {
  const { stdout } = await execute(process.execPath, ['scripts/operator.mjs', ...args, '--json'])
  return JSON.parse(stdout)
}

/** An owner beside the demo merchant's, whose dashboard looks at the account of this key. */
export async function newOwner(input: {
  name: string
  teamName: string
  baseUrl: string
  apiKey: string
}): Promise<Login> {
  const places = readPlaces()
  const url = process.env.DATABASE_URL ?? runningPostgres(path.join(places.dataDir, 'postgres'))
  if (!url) throw new Error(`no Postgres runs over ${places.dataDir}`)
  const email = `owner-${Date.now()}-${Math.floor(Math.random() * 1e6)}@checkout.test`
  const { stdout } = await execute(
    process.execPath,
    ['--import', 'tsx', 'prisma/factories/new-owner.ts', JSON.stringify({ ...input, email })],
    { env: { ...processEnvironment(places, url, 'production'), LOG_LEVEL: 'fatal' } },
  )
  return JSON.parse(stdout)
}

/** An account that no other journey touches, with links of these titles, and the owner of a dashboard for it. */
export async function ownAccount(name: string, titles: readonly string[]): Promise<Login> {
  const { api_key: apiKey = '' } = await operate(
    ...['account', 'create', '--name', name, '--email', 'own@example.com', '--currency', 'USD'],
    ...['--timezone', 'America/Lima', '--country', 'PE'],
  )
  const baseUrl = demo().base_url
  for (const title of titles) {
    const answer = await fetch(`${baseUrl}/payment_links`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title, amount: 5 }),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  return newOwner({ name: 'Inti', teamName: name, baseUrl, apiKey })
}
