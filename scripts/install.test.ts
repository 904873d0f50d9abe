import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isInstallStale } from './install.mjs'

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
