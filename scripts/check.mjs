import { spawn, spawnSync } from 'node:child_process'
import { generate } from './build.mjs'
import { installIfStale } from './install.mjs'
import { ROOT } from './stamps.mjs'
import { requireNode, runCommand } from './user-error.mjs'

/** @type {[what: string, args: string[]][]} */
const CHECKS = [
  ['types', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']],
  ['lint and format', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off']],
  ['walls and cycles', ['scripts/check-walls.mjs']],
  ['source rules and terms', ['scripts/check-source.mjs']],
  ['messages', ['scripts/check-messages.mjs']],
  ['dead code', ['node_modules/knip/bin/knip.js', '--no-config-hints', '--no-progress']],
]

/** @param {string[]} args @returns {Promise<{ passed: boolean, output: string }>} */
function runCheck(args) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: '0' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ passed: code === 0, output })))
}

/**
 * Runs all checks within seconds: types, lint, format, walls, cycles, source rules, terms, dead code (`npm run
 * check`).
 */
await runCommand(async () => {
  requireNode()
  await installIfStale('all')
  generate()
  // A fresh clone lacks the types of routes and of next-env.d.ts.
  const typegen = spawnSync(process.execPath, ['node_modules/next/dist/bin/next', 'typegen'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  })
  if (typegen.status !== 0) throw new Error(`next typegen failed:\n${typegen.stdout}${typegen.stderr}`)

  const results = await Promise.all(CHECKS.map(async ([what, args]) => ({ what, ...(await runCheck(args)) })))
  for (const { what, passed, output } of results) {
    if (!passed) console.log(`${output.trim()}\n`)
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${what}`)
  }
  if (results.some(({ passed }) => !passed)) process.exitCode = 1
})
