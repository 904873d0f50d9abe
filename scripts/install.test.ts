import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isInstallStale, lacksBuildPackages } from './install.mjs'

const LOCK = {
  '': {},
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/esbuild': { version: '0.28.2', dev: true },
  'node_modules/@esbuild/aix-ppc64': { version: '0.28.2', dev: true, optional: true },
}
const RUN = { 'node_modules/zod': { version: '4.6.7' } }
const ALL = { ...RUN, 'node_modules/esbuild': { version: '0.28.2' } }
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

function staleFor(): string[] {
  return (['run', 'all'] as const).filter((purpose) => isInstallStale(purpose, root))
}

it('an empty node_modules, or one with another version of a package, is stale', () => {
  expect(staleFor()).toEqual(['run', 'all'])
  expect(lacksBuildPackages(root)).toBe(false)
  installed({ ...ALL, 'node_modules/zod': { version: '4.6.6' } })
  expect(staleFor()).toEqual(['run', 'all'])
})

it('packages of development are needed to build alone, and those of another platform never', () => {
  installed(RUN)
  expect(staleFor()).toEqual(['all'])
  expect(lacksBuildPackages(root)).toBe(true)
  installed(ALL)
  expect(staleFor()).toEqual([])
  expect(lacksBuildPackages(root)).toBe(false)
})
