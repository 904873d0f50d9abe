import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
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

/** Stands for npm: its staged installation fails, its plain one succeeds. Each call is a line of npm.log. */
const NPM = `
const fs = require('node:fs')
const args = process.argv.slice(2)
if (args[0] === 'config') console.log('https://registry.example')
else {
  const isStaged = args.includes('--prefix')
  fs.appendFileSync('npm.log', isStaged ? 'staged\\n' : args.join(' ') + '\\n')
  if (isStaged) {
    console.error('npm error code ' + process.env.STAGED_ERROR)
    process.exit(1)
  }
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
}`

/** Runs the installation of a project whose npm fails at first. Returns its status, and the calls of npm. */
function install(stagedError: string) {
  for (const script of readdirSync(path.join(ROOT, 'scripts')).filter((name) => name.endsWith('.mjs')))
    cpSync(path.join(ROOT, 'scripts', script), path.join(root, 'scripts', script))
  writeFileSync(path.join(root, '.npmrc'), '')
  writeFileSync(path.join(root, 'npm.js'), NPM)
  const { status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `await (await import('./scripts/install.mjs')).installIfStale('run')`],
    {
      cwd: root,
      env: { ...process.env, npm_execpath: path.join(root, 'npm.js'), STAGED_ERROR: stagedError },
    },
  )
  return { status, calls: readFileSync(path.join(root, 'npm.log'), 'utf8').trim().split('\n') }
}

it.each(['E404', 'EBUSY', 'EXDEV'])(
  'an installation that fails with %s is repeated in place, with the project’s own lock file',
  (error) => {
    const { status, calls } = install(error)
    expect([status, calls.length, calls[0]]).toEqual([0, 2, 'staged'])
    expect(calls[1]).toMatch(/^ci --include=dev --ignore-scripts/)
    expect(staleFor()).toEqual([])
  },
)

it('an installation that fails for another reason is not repeated, and leaves the packages', () => {
  installed({ 'node_modules/zod': { version: '4.6.6' } })
  const { status, calls } = install('EINTEGRITY')
  expect([status, calls, existsSync(path.join(root, 'node_modules/.package-lock.json'))]).toEqual([
    1,
    ['staged'],
    true,
  ])
})
