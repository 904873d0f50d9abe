import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'

const HOME = mkdtempSync(path.join(tmpdir(), 'operator-'))
afterAll(() => rmSync(HOME, { recursive: true, force: true }))

it('an operator command without any data is refused and creates nothing', () => {
  const { DATABASE_URL: _, ...rest } = process.env
  const dataDir = path.join(HOME, 'nowhere')
  const program = path.join(import.meta.dirname, 'operator.mjs')
  const run = spawnSync(process.execPath, [program, 'account', 'list'], {
    env: { ...rest, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  expect(run.stderr).toBe(
    `No data in ${dataDir}: run \`npm start\` first, or set DATA_DIR or DATABASE_URL.\n`,
  )
  expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 1, stdout: '' })
  expect(existsSync(dataDir)).toBe(false)
})
