import * as fs from 'node:fs'
import { descendantsOf } from './process-cpu'

/** Returns the resident memory of the largest process below `rootPid`, in MiB; null without /proc. */
export function residentMiB(rootPid: number): number | null {
  const sizes = descendantsOf(rootPid).flatMap((pid) => {
    try {
      const kib = /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      return kib === undefined ? [] : [Number(kib) / 1_024]
    } catch {
      return []
    }
  })
  return sizes.length > 0 ? Math.max(...sizes) : null
}
