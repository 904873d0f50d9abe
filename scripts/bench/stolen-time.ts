import * as fs from 'node:fs'

const STAT = '/proc/stat'

/** Ticks since the start, of all cores together. */
export interface ProcessorTime {
  /** Ticks in which a process wanted a core, and got it or not. */
  wanted: number
  /** Wanted ticks that a virtual machine's host gave to other machines. */
  stolen: number
}

/** Returns the wanted and stolen time of the cores so far; null if the system does not report it. */
export function processorTime(): ProcessorTime | null {
  return fs.existsSync(STAT) ? readProcessorTime(fs.readFileSync(STAT, 'utf8')) : null
}

/** Parses the text of Linux's `/proc/stat`; null for anything else. */
export function readProcessorTime(text: string): ProcessorTime | null {
  const ticks = /^cpu +([\d ]+)$/m.exec(text)?.[1]?.split(' ').map(Number)
  if (!ticks) return null
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = ticks
  return { wanted: user + nice + system + irq + softIrq + stolen, stolen }
}

/** Returns the stolen share of the wanted time between two readings, 0 to 1; null if it is unknown. */
export function stolenShare(from: ProcessorTime | null, to: ProcessorTime | null): number | null {
  if (!from || !to || to.wanted <= from.wanted) return null
  return (to.stolen - from.stolen) / (to.wanted - from.wanted)
}
