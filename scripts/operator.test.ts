import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'

const HOME = mkdtempSync(path.join(tmpdir(), 'operator-'))
const NOWHERE = path.join(HOME, 'nowhere')
afterAll(() => rmSync(HOME, { recursive: true, force: true }))

const login = (name: string) => `postgresql://${name}@127.0.0.1:1/checkout`
const LOGINS = {
  SERVICE_DATABASE_URL: login('service'),
  DASHBOARD_DATABASE_URL: login('dashboard'),
  BANK_DATABASE_URL: login('bank'),
}

/** Runs a program over an empty data folder. */
function run(program: string, args: readonly string[], env: Record<string, string>) {
  const { DATABASE_URL: _, ENCRYPTION_KEYS: __, NEXTAUTH_SECRET: ___, ...rest } = process.env
  return spawnSync(process.execPath, [path.join(import.meta.dirname, program), ...args], {
    env: { ...rest, DATA_DIR: NOWHERE, ...env },
    encoding: 'utf8',
  })
}

/** Returns the error of a program over an empty data folder; requires that it ends with 1 and creates nothing. */
function refusalOf(program: string, argument: string, env: Record<string, string>): string {
  const { status, stdout, stderr } = run(program, [argument], env)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(existsSync(NOWHERE)).toBe(false)
  return program === 'start.mjs' ? JSON.parse(stderr).msg : stderr
}

it('an operator command without any data is refused and creates nothing', () => {
  const line =
    /^DATABASE_URL is not set, and .*nowhere holds no data\. In a deployment .*docs\/operate\.md.*\n$/
  expect(refusalOf('operator.mjs', 'check', {})).toMatch(line)
  expect(refusalOf('operator.mjs', 'check', LOGINS)).toMatch(line)
})

it.each([
  ['operator.mjs', 'check'],
  ['start.mjs', 'worker'],
])(
  '%s over an external database generates no secrets, which every machine must share',
  (program, argument) => {
    const DATABASE_URL = 'postgresql://checkout@127.0.0.1:1/checkout'
    expect(refusalOf(program, argument, { DATABASE_URL })).toMatch(
      /^NEXTAUTH_SECRET and ENCRYPTION_KEYS are needed beside DATABASE_URL/,
    )
    expect(refusalOf(program, argument, { DATABASE_URL, NEXTAUTH_SECRET: 'x'.repeat(32) })).toMatch(
      /^ENCRYPTION_KEYS is needed/,
    )
  },
)

it('a process with logins of the sides alone names them beside the missing secrets', () => {
  expect(refusalOf('start.mjs', 'worker', LOGINS)).toMatch(
    /needed beside SERVICE_DATABASE_URL, DASHBOARD_DATABASE_URL and BANK_DATABASE_URL,/,
  )
})

it('help about a command needs no data, database or settings', { timeout: 60_000 }, () => {
  for (const [args, text] of [
    [['--help'], 'Usage: operator '],
    [['account', 'create', '--help'], '--country <code>'],
    [['help', 'team'], 'Usage: operator team '],
  ] as const) {
    const { status, stdout } = run('operator.mjs', args, { WEB_URL: 'nonsense' })
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining(text) })
  }
  expect(run('operator.mjs', [], {}).stderr).toContain('Usage: operator ')
  expect(existsSync(NOWHERE)).toBe(false)
})

it('npm run api, web and worker write every line as JSON', () => {
  const { stderr } = run('start.mjs', ['api'], { PORT: 'web' })
  expect(JSON.parse(stderr)).toMatchObject({
    level: 50,
    process: 'api',
    msg: expect.stringContaining('PORT=web is not a port.'),
  })
})
