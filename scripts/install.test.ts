import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { entriesFor, isInstallStale, lacksBuildPackages, lastLine } from './install.mjs'
import { ROOT } from './stamps.mjs'

const MANIFEST = {
  dependencies: { zod: '4.6.7' },
  devDependencies: { esbuild: '0.28.2', vitest: '4.1.12' },
  buildDependencies: ['esbuild'],
}
const ZOD = { version: '4.6.7' }
const ESBUILD = {
  version: '0.28.2',
  dev: true,
  dependencies: { tiny: '^1.0.0' },
  optionalDependencies: { '@esbuild/aix-ppc64': '0.28.2' },
}
const LOCK = {
  '': MANIFEST,
  'node_modules/zod': ZOD,
  'node_modules/esbuild': ESBUILD,
  'node_modules/@esbuild/aix-ppc64': { version: '0.28.2', dev: true, optional: true },
  'node_modules/esbuild/node_modules/tiny': { version: '1.0.0', dev: true },
  'node_modules/tiny': { version: '2.0.0', dev: true },
  'node_modules/vitest': { version: '4.1.12', dev: true, peerDependencies: { tiny: '^2.0.0' } },
}
const RUN = { 'node_modules/zod': ZOD }
const BUILD = {
  ...RUN,
  'node_modules/esbuild': ESBUILD,
  'node_modules/esbuild/node_modules/tiny': { version: '1.0.0' },
}
let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'install-'))
  mkdirSync(path.join(root, 'node_modules'))
  writeFileSync(path.join(root, 'package.json'), JSON.stringify(MANIFEST))
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: LOCK }))
})
afterEach(() => rmSync(root, { recursive: true }))

function installed(packages: Record<string, { version: string }>) {
  writeFileSync(path.join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
}

function staleFor(): string[] {
  return (['run', 'build', 'all'] as const).filter((purpose) => isInstallStale(purpose, root))
}

it('an empty or incomplete node_modules is stale', () => {
  expect(staleFor()).toEqual(['run', 'build', 'all'])
  installed({})
  expect(staleFor()).toEqual(['run', 'build', 'all'])
})

it('a package in another version than the locked one is stale', () => {
  installed({ ...BUILD, 'node_modules/zod': { version: '4.6.6' } })
  expect(staleFor()).toEqual(['run', 'build', 'all'])
  installed({ ...BUILD, 'node_modules/esbuild/node_modules/tiny': { version: '1.0.1' } })
  expect(staleFor()).toEqual(['build', 'all'])
})

it('packages are required by purpose, and those of another platform never are', () => {
  installed(RUN)
  expect(staleFor()).toEqual(['build', 'all'])
  expect(lacksBuildPackages(root)).toBe(true)
  installed(BUILD)
  expect(staleFor()).toEqual(['all'])
  expect(lacksBuildPackages(root)).toBe(false)
  installed({ ...BUILD, 'node_modules/vitest': { version: '4.1.12' } })
  expect(staleFor()).toEqual(['all'])
  installed({
    ...BUILD,
    'node_modules/vitest': { version: '4.1.12' },
    'node_modules/tiny': { version: '2.0.0' },
  })
  expect(staleFor()).toEqual([])
})

it('a fresh clone installs the packages of the build', () => {
  expect(lacksBuildPackages(root)).toBe(false)
})

it('`npm ci --omit=dev` installs only the packages needed at run time', () => {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))
  const { '': own, ...entries } = packages
  const kept = Object.keys(entries).filter((name) => !entries[name].dev)
  const runs = entriesFor(packages, { ...own, devDependencies: {} })
  expect(kept.sort()).toEqual(Object.keys(runs).sort())
  expect(kept).not.toContain('node_modules/typescript')
})

it('the lock file contains the packages that the manifest needs, and no URL of a registry', () => {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))
  const { '': own, ...entries } = packages
  expect(Object.keys(entriesFor(packages, own)).sort()).toEqual(Object.keys(entries).sort())
  expect(Object.keys(entries).filter((name) => entries[name].resolved)).toEqual([])
})

it('the last nonempty line of a program is shown without its colors and its own progress label', () => {
  expect(lastLine('\u001b[32m✓\u001b[39m Compiled successfully\n\n---\n')).toBe('✓ Compiled successfully')
  expect(lastLine('progress: 12 of 30 links\r\n')).toBe('12 of 30 links')
  expect(lastLine('...\n')).toBeUndefined()
})
