import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isInstallStale, lastLine } from './install.mjs'

const LOCK = {
  '': { version: '1.0.0' },
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/@esbuild/aix-ppc64': { version: '0.28.2', optional: true },
}
let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'install-'))
  mkdirSync(path.join(root, 'node_modules'))
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: LOCK }))
})
afterEach(() => rmSync(root, { recursive: true }))

function installed(packages: Record<string, { version: string }>) {
  writeFileSync(path.join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
}

it('an empty or half-made node_modules is stale', () => {
  expect(isInstallStale(root)).toBe(true)
  installed({})
  expect(isInstallStale(root)).toBe(true)
})

it('another version than the locked one is stale', () => {
  installed({ 'node_modules/zod': { version: '4.6.6' } })
  expect(isInstallStale(root)).toBe(true)
})

it("another platform's package may be missing", () => {
  installed({ 'node_modules/zod': { version: '4.6.7' } })
  expect(isInstallStale(root)).toBe(false)
})

it('tells of a program the last line that says something, without its colours and its own word for progress', () => {
  expect(lastLine('\u001b[32m✓\u001b[39m Compiled successfully\n\n---\n')).toBe('✓ Compiled successfully')
  expect(lastLine('progress: 12 of 30 links\r\n')).toBe('12 of 30 links')
  expect(lastLine('...\n')).toBeUndefined()
})
