/** Deployment that `hostile-load.ts` attacks. */
export interface Target {
  apiUrl: string
  webUrl: string
  /** A leaked key of another account. */
  apiKey: string
  /** Port on which it answers as a connected host. */
  hostPort: number
}

export const LEAKED_KEY_CALLS_PER_SECOND = 200
export const SOCKETS = 200
/** Just below the time limit of every call. */
export const HOST_SILENCE_MS = 9_900
