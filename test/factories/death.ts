import { Random } from '@/prisma/demo/random'

/** The end of a process in the middle of its work, a part of its order. */
export interface Death {
  /** The point at which it gets the signal. */
  point?: string
  signal?: NodeJS.Signals
  /** Random deaths instead: one in `odds` of all points. */
  chance?: { seed: number; odds: number }
}

/** Returns the tap at which a process gets its signal, SIGKILL unless another is named. */
export function deathAt({ point, signal = 'SIGKILL', chance }: Death): (reached: string) => void {
  const random = chance && new Random(chance.seed)
  return (reached) => {
    if (reached === point || (chance && random?.chance(1 / chance.odds))) process.kill(process.pid, signal)
  }
}

const WATCH_MS = 500

/** Ends this process soon after the one that started it: a killed test leaves nothing running. */
export function endWithParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1)
  }, WATCH_MS).unref()
}

/** Exit code of a process to which Postgres gave no connection. */
export const NO_CONNECTION = 75

const noConnection =
  /timeout exceeded when trying to connect|connection terminated|too many clients|connection slots|ECONNREFUSED/i

/** Ends this process with `NO_CONNECTION` where Postgres gave it none; any other error ends it with 1. */
export function endWithoutConnection(): void {
  process.on('uncaughtException', (error) => {
    console.error(error)
    process.exit(noConnection.test(`${error.message} ${error.cause ?? ''}`) ? NO_CONNECTION : 1)
  })
}
