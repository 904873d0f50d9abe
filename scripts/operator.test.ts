import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'

const HOME = mkdtempSync(path.join(tmpdir(), 'operator-'))
const NOWHERE = path.join(HOME, 'nowhere')
afterAll(() => rmSync(HOME, { recursive: true, force: true }))

/** Runs a program over an empty data folder. Returns its error; requires that it ends with 1 and creates nothing. */
function refusalOf(program: string, argument: string, env: Record<string, string>): string {
  const { DATABASE_URL: _, ENCRYPTION_KEYS: __, NEXTAUTH_SECRET: ___, ...rest } = process.env
  const run = spawnSync(process.execPath, [path.join(import.meta.dirname, program), argument], {
    env: { ...rest, DATA_DIR: NOWHERE, ...env },
    encoding: 'utf8',
  })
  expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 1, stdout: '' })
  expect(existsSync(NOWHERE)).toBe(false)
  return run.stderr
}

it('an operator command without any data is refused and creates nothing', () => {
  expect(refusalOf('operator.mjs', 'check', {})).toBe(
    `No data in ${NOWHERE}: run \`npm start\` first, or set DATA_DIR or DATABASE_URL.\n`,
  )
})

it.each([
  ['operator.mjs', 'check'],
  ['run-process.mjs', 'worker'],
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
