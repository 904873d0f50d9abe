import path from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { testLogins } from '@/test/test-logins'
import { Database, ROLES_OF_SIDE, SIDES, type Side } from './database'
import { migrate } from './migrate'
import { addressOf, prepareLogins, type SideLogin } from './side-logins'

const REFUSED = { code: '42501' }
const WRONG_PASSWORD = { code: '28P01' }
/** Schemas of each side; `public` contains the owner's list of migrations. */
const SCHEMAS = {
  service: ['service', 'jobs', 'limits', 'health'],
  dashboard: ['dashboard'],
  bank: ['test_bank', 'manual_bank', 'stripe'],
}

let test: TestDatabase
let owner: Client
let tables: { schema: string; name: string }[]

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

beforeAll(async () => {
  test = await createTestDatabase()
  owner = await connect(test.url)
  const found = await owner.query<{ schema: string; name: string }>(
    `SELECT schemaname AS schema, quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname !~ '^(pg_|information_schema$)' ORDER BY 2`,
  )
  tables = found.rows
})
afterAll(async () => {
  const { rows } = await owner.query<{ login: string }>(
    `SELECT rolname AS login FROM pg_roles WHERE starts_with(rolname, current_database() || '_')`,
  )
  for (const { login } of rows) {
    await owner.query(`DROP OWNED BY ${login}`)
    await owner.query(`DROP ROLE ${login}`)
  }
  await owner.end()
  await test.drop()
})

describe.each(SIDES)('the login of the %s', (side) => {
  const own: readonly string[] = ROLES_OF_SIDE[side]
  let client: Client

  beforeAll(async () => {
    client = await connect(testLogins(test.url)[side])
    return () => client.end()
  })

  it('a login becomes the roles of its side and no other', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT rolname AS name FROM pg_roles WHERE rolname <> $1 ORDER BY 1`,
      [client.user],
    )
    const names = rows.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['checkout_bank', owner.user]))
    for (const name of names) {
      await client.query('RESET ROLE')
      for (const begins of own) {
        // A role that was taken gives no access to another one.
        await client.query(`SET ROLE ${begins}`)
        const become = client.query(`SET ROLE ${escapeIdentifier(name)}`)
        if (own.includes(name)) await become
        else await expect(become, `${begins} to ${name}`).rejects.toMatchObject(REFUSED)
      }
      const authorize = client.query(`SET SESSION AUTHORIZATION ${escapeIdentifier(name)}`)
      await expect(authorize, name).rejects.toMatchObject(REFUSED)
      const atStart = new URL(testLogins(test.url)[side])
      atStart.searchParams.set('options', `-c role=${name}`)
      if (!own.includes(name) && /^checkout_/.test(name))
        await expect(connect(atStart.href)).rejects.toThrow()
    }
  })

  it('a login reads and writes no table by itself, nor after RESET ROLE', async () => {
    await client.query(`SET ROLE ${own[0]}`)
    await client.query('RESET ROLE')
    await expectNoTable(tables)
  })

  it('a login reaches no table of another side under any of its roles', async () => {
    const others = tables.filter(({ schema }) => !SCHEMAS[side].includes(schema))
    expect(others.length).toBeGreaterThan(10)
    for (const role of own) {
      await client.query(`SET ROLE ${role}`)
      await expectNoTable(others)
    }
  })

  it('a login cannot grant its roles or its database', async () => {
    await client.query('RESET ROLE')
    for (const text of [
      `GRANT ${own[0]} TO checkout_test_${side === 'bank' ? 'service' : 'bank'}`,
      `ALTER ROLE ${own[0]} LOGIN`,
      'CREATE ROLE checkout_test_more',
      'CREATE SCHEMA more',
      'CREATE TABLE public.more (id text)',
    ])
      await expect(client.query(text), text).rejects.toMatchObject(REFUSED)
  })

  async function expectNoTable(names: typeof tables) {
    for (const { name } of names) {
      for (const text of [
        // All columns are read, because the service may read the names of the migrations.
        `TABLE ${name}`,
        `DELETE FROM ${name}`,
        `INSERT INTO ${name} DEFAULT VALUES`,
      ])
        await expect(client.query(text), text).rejects.toMatchObject(REFUSED)
    }
  }
})

describe('prepareLogins', () => {
  const urlOf = (logins: readonly SideLogin[], side: Side) =>
    logins.find((login) => login.side === side)?.url ?? ''

  it('new logins get passwords that are shown once, and new ones only on request', async () => {
    const made = await prepareLogins(test.url)
    expect(made.map(({ password }) => password)).toEqual(['generated', 'generated', 'generated'])
    const url = Object.fromEntries(SIDES.map((side) => [side, urlOf(made, side)])) as Record<Side, string>
    const database = new Database({ url, max: 3 })
    const { rows } = await database.as('checkout_bank').query({ text: 'SELECT session_user::text AS login' })
    expect(rows).toEqual([{ login: made[2]?.login }])
    await database.close()

    const again = await prepareLogins(test.url)
    expect(again.map((login) => [login.password, login.url])).toEqual(Array(3).fill(['kept', null]))
    await (await connect(urlOf(made, 'service'))).end()

    const open = await connect(urlOf(made, 'service'))
    const rotated = await prepareLogins(test.url, { rotate: true })
    await expect(connect(urlOf(made, 'service'))).rejects.toMatchObject(WRONG_PASSWORD)
    await (await connect(urlOf(rotated, 'service'))).end()
    // A connection outlives the password that opened it.
    await open.query('SET ROLE checkout_service')
    await open.end()
  })

  it('given names and passwords are accepted with any characters', async () => {
    const login = `${owner.database}_mine`
    const given = { bank: addressOf(test.url, login, "it's $1 & 100%/é") }
    const logins = await prepareLogins(test.url, { given })
    expect(logins[2]).toEqual({ side: 'bank', login, password: 'given', url: null })
    await (await connect(given.bank)).end()
    await expect(connect(addressOf(test.url, login, 'other'))).rejects.toMatchObject(WRONG_PASSWORD)
  })

  it('rights that a login has besides its roles are revoked', async () => {
    const [{ login } = { login: '' }] = await prepareLogins(test.url)
    await owner.query(`ALTER ROLE ${login} INHERIT`)
    await owner.query(`GRANT checkout_service, checkout_dashboard_system TO ${login} WITH ADMIN OPTION`)
    await prepareLogins(test.url)
    const { rows } = await owner.query(
      `SELECT m.roleid::regrole::text AS role, m.admin_option, m.inherit_option, r.rolinherit
        FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member WHERE r.rolname = $1 ORDER BY 1`,
      [login],
    )
    const plain = { admin_option: false, inherit_option: false, rolinherit: false }
    expect(rows).toEqual(ROLES_OF_SIDE.service.map((role) => ({ role, ...plain })))
  })

  it('logins can be prepared by many processes at once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => prepareLogins(test.url)))
  })

  it.each([
    [
      'GRANT SELECT ON service.payment TO PUBLIC',
      'REVOKE SELECT ON service.payment FROM PUBLIC',
      'has rights on service.payment',
    ],
    [
      'GRANT pg_read_all_data TO checkout_bank',
      'REVOKE pg_read_all_data FROM checkout_bank',
      'may become pg_read_all_data',
    ],
  ])('a login with additional rights after %s is refused', async (spoil, mend, message) => {
    await owner.query(spoil)
    onTestFinished(() => owner.query(mend).then(() => {}))
    await expect(prepareLogins(test.url)).rejects.toThrow(message)
  })

  it('the owner, a role, or one login for two sides is refused', async () => {
    const as = (login: string) => addressOf(test.url, login, 'x')
    for (const given of [
      { service: test.url },
      { service: as('checkout_system') },
      { service: as('checkout_test_bank'), bank: as('checkout_test_bank') },
    ])
      await expect(prepareLogins(test.url, { given })).rejects.toThrow('Give one of its own')
  })
})

describe('an owner that is no superuser', () => {
  const name = () => `${owner.database}_owner`
  let url: string
  const givenTo = (part: string) =>
    Object.fromEntries(SIDES.map((side) => [side, addressOf(url, `${name()}_${part}_${side[0]}`, 'x')]))

  beforeAll(async () => {
    await owner.query(`CREATE ROLE ${name()} LOGIN CREATEROLE PASSWORD 'x'`)
    // The owner has the same options on roles that it created itself, since Postgres 16.
    for (const role of Object.values(ROLES_OF_SIDE).flat())
      await owner.query(`GRANT ${role} TO ${name()} WITH ADMIN TRUE, INHERIT FALSE, SET FALSE`)
    await owner.query(`CREATE DATABASE ${name()} OWNER ${name()}`)
    const own = new URL(addressOf(test.url, name(), 'x'))
    own.pathname = `/${name()}`
    url = own.href
    return async () => {
      await owner.query(`DROP DATABASE ${name()}`)
      const { rows } = await owner.query<{ login: string }>(
        `SELECT rolname AS login FROM pg_roles WHERE starts_with(rolname, $1)`,
        [`${name()}_`],
      )
      for (const { login } of rows) await owner.query(`DROP ROLE ${login}`)
    }
  })

  it('an owner without superuser rights migrates, prepares the logins and runs commands under every role', async () => {
    await migrate(url, path.resolve('prisma/migrations'))
    await prepareLogins(url, { given: givenTo('side') })
    await prepareLogins(url, { given: givenTo('side') })
    const asOwner = new Database<Side>({ url, max: 1 })
    for (const role of Object.values(ROLES_OF_SIDE).flat()) await asOwner.as(role).query({ text: 'SELECT' })
    await asOwner.close()
  })

  it('an owner that may not create logins gets a one-line error', async () => {
    await owner.query(`ALTER ROLE ${name()} NOCREATEROLE`)
    await expect(prepareLogins(url, { given: givenTo('z') })).rejects.toThrow(
      /^The login of DATABASE_URL may not prepare logins: .*docs\/database-roles\.md/,
    )
  })
})
