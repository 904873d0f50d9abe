import * as fs from 'node:fs'

/** Tick in which Linux counts a process's time, whatever the resolution of its kernel's clock. */
const TICK_US = 10_000

interface Stat {
  parent: number
  ticks: number
}

/** Returns the processor time of a process and all its descendants so far, in microseconds; null without /proc. */
export function processTreeCpuUs(rootPid: number): number | null {
  if (!fs.existsSync('/proc/self/stat')) return null
  const stats = readStats()
  let ticks = 0
  for (const [pid, stat] of stats) if (descendsFrom(pid, rootPid, stats)) ticks += stat.ticks
  return ticks * TICK_US
}

/** Returns a process and all its descendants; empty without /proc. */
export function descendantsOf(rootPid: number): number[] {
  if (!fs.existsSync('/proc/self/stat')) return []
  const stats = readStats()
  return [...stats.keys()].filter((pid) => descendsFrom(pid, rootPid, stats))
}

function readStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>()
  for (const name of fs.readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : null
    if (stat) stats.set(Number(name), stat)
  }
  return stats
}

function readStat(pid: string): Stat | null {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name before it may contain anything, brackets and spaces included.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}

function descendsFrom(pid: number, root: number, stats: ReadonlyMap<number, Stat>): boolean {
  for (let at = pid; at > 1; at = stats.get(at)?.parent ?? 0) if (at === root) return true
  return false
}
