import path from 'node:path'
import { examine } from './operator/examine'

const MARKS = { ok: '✓', warning: '!', fault: '✗', 'not checked': '–' } as const

const findings = await examine({ source: process.env, migrations: path.resolve('prisma/migrations') })
if (process.argv.includes('--json')) console.log(JSON.stringify(findings, null, 2))
else
  for (const { check, state, found, todo } of findings)
    console.log(`${MARKS[state]} ${check.padEnd(16)} ${found}${todo ? `\n${' '.repeat(19)}→ ${todo}` : ''}`)
process.exitCode = findings.some(({ state }) => state === 'fault') ? 1 : 0
