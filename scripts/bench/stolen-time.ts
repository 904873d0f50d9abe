import * as fs from 'node:fs'

const STAT = '/proc/stat'

/** Ticks since the start, of all cores together. */
export interface ProcessorTime {
  /** In which something wanted a core, whether it got one or not. */
  wanted: number
  /** Of these, the ones that a virtual machine's host gave to somebody else. */
  stolen: number
}

/** How much the cores were wanted so far, and how much of that was stolen; null where the system does not tell. */
export function processorTime(): ProcessorTime | null {
  return fs.existsSync(STAT) ? readProcessorTime(fs.readFileSync(STAT, 'utf8')) : null
}

/** The same of the text of Linux's `/proc/stat`; null of anything else. */
export function readProcessorTime(text: string): ProcessorTime | null {
  const ticks = /^cpu +([\d ]+)$/m.exec(text)?.[1]?.split(' ').map(Number)
  if (!ticks) return null
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = ticks
  return { wanted: user + nice + system + irq + softIrq + stolen, stolen }
}

/** Of the time between two looks in which something wanted a core, the share that was stolen, 0 to 1; null where nobody knows. */
export function stolenShare(from: ProcessorTime | null, to: ProcessorTime | null): number | null {
  if (!from || !to || to.wanted <= from.wanted) return null
  return (to.stolen - from.stolen) / (to.wanted - from.wanted)
}
