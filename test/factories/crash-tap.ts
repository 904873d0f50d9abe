import { Random } from '@/prisma/demo/random'

/** End of a process during its work, a part of its task. */
export interface CrashPlan {
  /** Point at which it gets the signal. */
  point?: string
  signal?: NodeJS.Signals
  /** Random deaths instead: one in `odds` of all points. */
  chance?: { seed: number; odds: number }
}

/** Returns the tap at which a process gets its signal, by default SIGKILL. */
export function crashTap({ point, signal = 'SIGKILL', chance }: CrashPlan): (reached: string) => void {
  const random = chance && new Random(chance.seed)
  return (reached) => {
    if (reached === point || (chance && random?.chance(1 / chance.odds))) process.kill(process.pid, signal)
  }
}

const WATCH_MS = 500

/** Ends this process soon after its parent, so that a killed test leaves nothing running. */
export function exitWithParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1)
  }, WATCH_MS).unref()
}

/** Exit code of a process that gets no connection from Postgres. */
export const NO_CONNECTION_EXIT_CODE = 75

const noConnection =
  /timeout exceeded when trying to connect|connection terminated|too many clients|connection slots|ECONNREFUSED/i

/** Ends this process with `NO_CONNECTION_EXIT_CODE` if Postgres gave it no connection; any other error ends it with 1. */
export function exitWithoutConnection(): void {
  process.on('uncaughtException', (error) => {
    console.error(error)
    process.exit(noConnection.test(`${error.message} ${error.cause ?? ''}`) ? NO_CONNECTION_EXIT_CODE : 1)
  })
}
