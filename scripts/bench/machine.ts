import { spawnSync } from 'node:child_process'
import os from 'node:os'
import { ROOT } from '@/scripts/stamps.mjs'

/** Load per core above which the machine counts as busy: its figures should be measured again. */
const BUSY_LOAD_PER_CORE = 0.25
/** Share of stolen time above which the host counts as busy. */
const BUSY_STOLEN_SHARE = 0.02

/** Tries of the fixed work: enough that the engine has compiled it. */
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
  /** Processes that wanted a core in the last minute, before the measurement. */
  loadBefore: number
  /**
   * Time of one core for a fixed piece of work, the best of a few tries. Two runs compare by it, because machines of one
   * name differ in speed.
   */
  fixedWorkMs: number
}

/** Returns the machine's properties. */
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

/**
 * Returns the milliseconds for work in memory that a core caches, without allocation: the speed of other memory depends
 * on the neighbors.
 */
function workFor(): number {
  const numbers = new Int32Array(CELLS)
  const begun = performance.now()
  // 32-bit integers throughout: with wider ones the engine chose one of two speeds from process to process.
  let at = 1
  for (let step = 0; step < STEPS; step++) {
    // Each position depends on the previous one, so that no step can be skipped.
    at = (Math.imul(at, 1_664_525) + 1_013_904_223 + (numbers[at & (CELLS - 1)] ?? 0)) | 0
    numbers[at & (CELLS - 1)] = at
  }
  return performance.now() - begun
}

/** Returns the description of a machine; `stolen` is the result of stolenShare for the time of the measurement. */
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
