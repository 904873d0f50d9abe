import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ROOT } from '@/scripts/stamps.mjs'
import type { Figure } from './figure'
import { startInstance } from './instance'

const SECOND_START_GOAL_S = 5

/** Measures a fresh clone of the last commit from `npm start` to serving, and the next start. */
export async function measureStart(folder: string): Promise<Figure[]> {
  const clone = path.join(folder, 'clone')
  const cloned = spawnSync('git', ['clone', '--quiet', ROOT, clone], { encoding: 'utf8' })
  if (cloned.status !== 0) throw new Error(`git could not clone: ${cloned.stderr || cloned.error?.message}`)
  const place = { cwd: clone, command: ['npm', 'start'], dataDir: path.join(clone, '.data') } as const

  const first = await startInstance(place)
  await first.stop()
  const second = await startInstance(place)
  await second.stop()
  return [
    time(
      'bare clone to serving',
      first.secondsToReady,
      null,
      `npm start in a clone without node_modules, with npm's cache as it is: ${first.phases.join(', ')}`,
    ),
    time('second start', second.secondsToReady, SECOND_START_GOAL_S, 'npm start again, nothing changed'),
  ]
}

function time(name: string, seconds: number, goalSeconds: number | null, how: string): Figure {
  return {
    name,
    unit: 's',
    ours: seconds,
    baseline: null,
    ratio: null,
    goal: goalSeconds === null ? null : { kind: 'at_most', value: goalSeconds },
    cpuOursUs: null,
    cpuBaselineUs: null,
    rounds: [{ ours: seconds, baseline: null }],
    how,
  }
}
