import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg'
import { ROLES_OF_SIDE, SIDES, type Side } from './database'

export interface SideLogin {
  side: Side
  login: string
  password: 'generated' | 'given' | 'kept'
  url: string | null
}

export interface SideLoginOptions {
  /** Addresses whose login and password must work; a side without one gets a login named after the database. */
  given?: Partial<Record<Side, string | undefined>>
  /** True to generate new passwords for the logins that no address specifies. */
  rotate?: boolean
}

const NAME_BYTES_MAX = 63
const PASSWORD_BYTES = 24
const SCRAM_ITERATIONS = 4_096
const INSUFFICIENT_PRIVILEGE = '42501'

/** Attributes that give a login more rights than its roles. */
const ATTRIBUTES = 'rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls'
/** Schemas that the migrations create, as SQL. */
const SCHEMAS = `'service', 'dashboard', 'test_bank', 'manual_bank', 'stripe', 'jobs', 'limits', 'health'`
/** Rights on a table that a side's login has only through its roles. */
const TABLE_RIGHTS = 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER'

/** Creates or corrects each side's login. Throws, changing nothing, if one has other uses or rights. */
export async function prepareLogins(
  ownerUrl: string,
  { given = {}, rotate = false }: SideLoginOptions = {},
): Promise<SideLogin[]> {
  const client = new Client({ connectionString: ownerUrl })
  // A lost connection without a listener ends the process before the reason is shown.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', ['side-logins'])
    const { rows } = await client.query<{ owner: string; database: string }>(
      'SELECT current_user::text AS owner, current_database()::text AS database',
    )
    const { owner = '', database = '' } = rows[0] ?? {}
    const logins = SIDES.map((side) => ({ side, ...credentialsOf(given[side], `${database}_${side}_login`) }))
    requireDedicatedLogins([owner, ...Object.values(ROLES_OF_SIDE).flat()], logins)
    const prepared: SideLogin[] = []
    for (const { side, login, password: chosen } of logins) {
      const known = await isRole(client, login)
      const password = chosen ?? (known && !rotate ? null : randomBytes(PASSWORD_BYTES).toString('base64url'))
      await setLogin(client, { login, known, password, side, database })
      await requireNoOtherRights(client, login, side)
      prepared.push({
        side,
        login,
        password: chosen !== null ? 'given' : password !== null ? 'generated' : 'kept',
        url: chosen === null && password !== null ? addressOf(ownerUrl, login, password) : null,
      })
    }
    await client.query('COMMIT')
    return prepared
  } catch (error) {
    if (error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)
      throw new Error(
        `The login of DATABASE_URL may not prepare logins: ${error.message}. Let one that has CREATEROLE do so, as docs/database-roles.md describes.`,
        { cause: error },
      )
    throw error
  } finally {
    // An end without a COMMIT rolls back.
    await client.end()
  }
}

/** Returns the address of a login in the owner's database. */
export function addressOf(ownerUrl: string, login: string, password: string): string {
  const url = new URL(ownerUrl)
  // The setters do not encode a percent sign.
  url.username = encodeURIComponent(login)
  url.password = encodeURIComponent(password)
  return url.href
}

interface Credentials {
  login: string
  password: string | null
}

function credentialsOf(url: string | undefined, fallback: string): Credentials {
  if (url === undefined) return { login: fallback, password: null }
  const { username, password } = new URL(url)
  return { login: decodeURIComponent(username), password: decodeURIComponent(password) || null }
}

function requireDedicatedLogins(
  others: readonly string[],
  logins: readonly ({ side: Side } & Credentials)[],
): void {
  const seen = new Set(others)
  for (const { side, login } of logins) {
    const setting = `${side.toUpperCase()}_DATABASE_URL`
    if (login === '' || Buffer.byteLength(login) > NAME_BYTES_MAX)
      throw new Error(`"${login}" cannot name a login. Give another one in ${setting}.`)
    if (seen.has(login))
      throw new Error(
        `"${login}" is the owner, a role or another side's login. Give one of its own in ${setting}.`,
      )
    seen.add(login)
  }
}

async function isRole(client: Client, login: string): Promise<boolean> {
  return ((await client.query('SELECT FROM pg_roles WHERE rolname = $1', [login])).rowCount ?? 0) > 0
}

interface NewLogin extends Credentials {
  known: boolean
  side: Side
  database: string
}

async function setLogin(client: Client, { login, known, password, side, database }: NewLogin): Promise<void> {
  const name = escapeIdentifier(login)
  // The server's log may contain the statement, so the statement contains no password.
  const secret = password === null ? '' : `PASSWORD ${escapeLiteral(scramVerifier(password))}`
  await client.query(`${known ? 'ALTER' : 'CREATE'} ROLE ${name} LOGIN NOINHERIT ${secret}`)
  const { rows } = await client.query<{ role: string }>(
    `SELECT r.rolname AS role FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid
      WHERE m.member = $1::regrole`,
    [name],
  )
  // A membership keeps the options with which it was granted.
  for (const { role } of rows) await client.query(`REVOKE ${escapeIdentifier(role)} FROM ${name}`)
  await client.query(`GRANT ${ROLES_OF_SIDE[side].join(', ')} TO ${name}`)
  await client.query(`GRANT CONNECT ON DATABASE ${escapeIdentifier(database)} TO ${name}`)
}

/** Throws if a login may do anything but become the roles of its side. */
async function requireNoOtherRights(client: Client, login: string, side: Side): Promise<void> {
  const { rows } = await client.query<{ more: string }>(
    `SELECT 'has attributes of an administrator' AS more FROM pg_roles WHERE rolname = $1 AND (${ATTRIBUTES})
      UNION ALL
      SELECT 'may become ' || rolname FROM pg_roles
        WHERE rolname <> $1 AND rolname <> ALL ($2) AND pg_has_role($1, oid, 'MEMBER')
      UNION ALL
      SELECT 'has the rights of ' || rolname || ' without becoming it' FROM pg_roles
        WHERE rolname <> $1 AND pg_has_role($1, oid, 'USAGE')
      UNION ALL
      SELECT 'may give ' || rolname || ' to others' FROM pg_roles
        WHERE rolname <> $1 AND pg_has_role($1, oid, 'MEMBER WITH ADMIN OPTION')
      UNION ALL
      SELECT 'has rights on ' || c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname IN (${SCHEMAS})
          AND has_table_privilege($1, c.oid, '${TABLE_RIGHTS}')`,
    [login, [...ROLES_OF_SIDE[side]]],
  )
  const [first] = rows
  if (first)
    throw new Error(
      `"${login}" ${first.more}. Take that from it, or give another login in ${side.toUpperCase()}_DATABASE_URL.`,
    )
}

/** Returns the verifier that Postgres stores for a password under SCRAM-SHA-256 (RFC 5803). */
function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, SCRAM_ITERATIONS, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}
