import { spawnSync } from 'node:child_process'
import os from 'node:os'
import { ROOT } from '@/scripts/stamps.mjs'

/** A machine that does much else: its figures are to be taken again. */
const BUSY_LOAD_PER_CORE = 0.25
/** Likewise one whose host does. */
const BUSY_STOLEN_SHARE = 0.02

/** Enough that the engine has compiled the work for good. */
const TRIES = 60
const STEPS = 1_000_000
const CELLS = 2 ** 14

export interface Machine {
  name: string
  processor: string
  cores: number
  memoryGiB: number
  system: string
  node: string
  commit: string
  measuredAt: string
  /** Processes that wanted a core in the last minute, before anything was measured. */
  loadBefore: number
  /** What one core takes for a fixed piece of work, the best of a few tries: two runs compare by it, one name has many speeds. */
  fixedWorkMs: number
}

/** Where and on what the figures are measured. */
export function describeMachine(): Machine {
  const cpus = os.cpus()
  return {
    name: os.hostname(),
    processor: cpus[0]?.model.trim() ?? os.arch(),
    cores: os.availableParallelism(),
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
    node: process.versions.node,
    commit: commitOf(),
    measuredAt: new Date().toISOString(),
    loadBefore: os.loadavg()[0] ?? 0,
    fixedWorkMs: Math.min(...Array.from({ length: TRIES }, workFor)),
  }
}

/** Milliseconds for work in memory that a core keeps close, without allocating: farther memory has the neighbours’ speed. */
function workFor(): number {
  const numbers = new Int32Array(CELLS)
  const begun = performance.now()
  // Whole numbers of 32 bits throughout: with wider ones the engine chose one of two speeds from process to process.
  let at = 1
  for (let step = 0; step < STEPS; step++) {
    // Each place depends on the one before, so that no step can be left out.
    at = (Math.imul(at, 1_664_525) + 1_013_904_223 + (numbers[at & (CELLS - 1)] ?? 0)) | 0
    numbers[at & (CELLS - 1)] = at
  }
  return performance.now() - begun
}

/** `stolen`: what stolenShare told of the time of measuring. */
export function renderMachine(machine: Machine, stolen: number | null): string {
  const { name, processor, cores, memoryGiB, system, node, commit, measuredAt, loadBefore, fixedWorkMs } =
    machine
  const busy = loadBefore > cores * BUSY_LOAD_PER_CORE || (stolen ?? 0) > BUSY_STOLEN_SHARE
  const taken =
    stolen === null ? [] : [`${(stolen * 100).toFixed(1)} % of the cores’ wanted time stolen by the host`]
  return [
    `${name}: ${cores} cores of ${processor}, ${memoryGiB} GiB, ${system}, Node ${node}`,
    [
      `commit ${commit}`,
      measuredAt,
      `load before ${loadBefore.toFixed(2)}`,
      `fixed work ${fixedWorkMs.toFixed(1)} ms`,
      ...taken,
    ].join(', '),
    ...(busy ? ['The machine or its host was busy: the figures are worth little.'] : []),
  ].join('\n')
}

function commitOf(): string {
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() ?? ''
  const commit = git('rev-parse', '--short', 'HEAD')
  if (!commit) return 'unknown'
  return git('status', '--porcelain', '--untracked-files=no') ? `${commit} with changes` : commit
}
