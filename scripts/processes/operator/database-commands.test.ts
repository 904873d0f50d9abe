import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Database, type Side } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { addressOf } from '@/lib/platform/side-logins'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { runOperator } from './program'

let test: TestDatabase
let database: Database<Side>

beforeAll(async () => {
  test = await createTestDatabase()
  database = new Database<Side>({ url: test.url, max: 2 })
})
afterAll(async () => {
  await onOwner(
    `DO $$ DECLARE login text; BEGIN
      FOR login IN SELECT rolname FROM pg_roles WHERE starts_with(rolname, current_database() || '_')
      LOOP EXECUTE format('DROP OWNED BY %1$I; DROP ROLE %1$I', login); END LOOP;
    END $$`,
  )
  await database.close()
  await test.drop()
})

async function onOwner(text: string) {
  const client = new Client({ connectionString: test.url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

async function roles(args: readonly string[], given: Record<string, string> = {}) {
  let out = ''
  const errors: string[] = []
  const session = {
    database,
    db: database.as('checkout_system'),
    keyring: new Keyring(`k1:${Buffer.alloc(32).toString('base64')}`),
    owner: { url: test.url, env: { DATABASE_URL: test.url, ...given } },
    urls: { web: 'https://pay.example', api: 'https://api.example' },
    testMode: true,
    bank: 'test_bank' as const,
    processor: 'test_bank' as const,
    books: null,
    now: () => new Date(),
    write: (text: string) => {
      out += text
    },
  }
  const code = await runOperator(['database', 'roles', ...args], session, (line) => errors.push(line))
  return { code, out, errors }
}

it('the command shows the URL of each login once, as settings with which processes connect', async () => {
  const { out, code } = await roles(['--json'])
  expect(code).toBe(0)
  const made: { setting: string; url: string }[] = JSON.parse(out)
  expect(made.map(({ setting }) => setting)).toEqual([
    'SERVICE_DATABASE_URL',
    'DASHBOARD_DATABASE_URL',
    'BANK_DATABASE_URL',
  ])
  const [service = '', dashboard = '', bank = ''] = made.map(({ url }) => url)
  const sides = new Database<Side>({ url: { service, dashboard, bank }, max: 3 })
  for (const role of ['checkout_system', 'checkout_dashboard_system', 'checkout_bank'] as const)
    expect((await sides.as(role).query({ text: 'SELECT' })).count).toBe(1)
  await sides.close()

  const again = await roles([])
  expect(again.out).toMatch(/^Each side has its login\. .*\n\nsetting +login +password +url\n/)
  expect(again.out.match(/ kept +-\n/g)).toHaveLength(3)
  const rotated: { url: string }[] = JSON.parse((await roles(['--rotate', '--json'])).out)
  expect(rotated[0]?.url).toMatch(/^postgresql:/)
  expect(rotated[0]?.url).not.toBe(service)
})

it('the command uses given logins without showing their passwords, and rotates none of them', async () => {
  const own = (name: string) =>
    addressOf(test.url, `${new URL(test.url).pathname.slice(1)}_${name}`, 'given-password')
  const given = {
    SERVICE_DATABASE_URL: own('a'),
    DASHBOARD_DATABASE_URL: own('b'),
    BANK_DATABASE_URL: own('c'),
  }
  const { out } = await roles([], given)
  expect(out.match(/ given +-\n/g)).toHaveLength(3)
  expect(out).not.toContain('given-password')
  const { code, errors } = await roles(['--rotate'], given)
  expect({ code, errors }).toEqual({
    code: 1,
    errors: [expect.stringMatching(/^--rotate: Every password is given, .*secrets\.json/)],
  })
})
