/** Free part of a worker's lanes, as a claim of due work sees it. */
export interface Room {
  /** Keys with a lane: their next work waits for its end. */
  keys: readonly string[]
  teams: readonly string[]
  perTeam: number
  free: number
}

/** Work of many hosts at once: one piece per key, at most `perTeam` per team; a slow host delays no other. */
export class Lanes {
  readonly #running = new Map<string, { team: string; ended: Promise<void> }>()
  readonly #options: LanesOptions

  constructor(options: LanesOptions) {
    this.#options = options
  }

  get room(): Room {
    const { max, perTeam } = this.#options
    return {
      keys: [...this.#running.keys()],
      teams: [...this.#running.values()].map(({ team }) => team),
      perTeam,
      free: Math.max(0, max - this.#running.size),
    }
  }

  start(key: string, team: string, work: () => Promise<void>): void {
    const { onFailure, onEnd } = this.#options
    const ended = work()
      .catch((error: unknown) => onFailure(error, key))
      .finally(() => {
        this.#running.delete(key)
        onEnd()
      })
    this.#running.set(key, { team, ended })
  }

  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }
}

interface LanesOptions {
  max: number
  perTeam: number
  onFailure(error: unknown, key: string): void
  onEnd(): void
}

/** Claimed work: the key of its lane, and the team that the lane counts for. */
export interface Shared {
  lane: string
  lane_team: string
}

/** Room of a caller without lanes, which waits for all that it claims. */
export const ALONE: Room = { keys: [], teams: [], perTeam: 100, free: 100 }

/** Room of a caller without lanes that takes one row. */
export const ONE_ROW: Room = { keys: [], teams: [], perTeam: 1, free: 1 }

/** Starts one lane for each key of the claimed rows; without `lanes` it waits. @returns the number of rows */
export async function shareLanes<Row extends Shared>(
  lanes: Lanes | undefined,
  claim: (room: Room) => Promise<readonly Row[]>,
  work: (rows: readonly Row[]) => Promise<void>,
): Promise<number> {
  const room = lanes?.room ?? ALONE
  if (room.free === 0) return 0
  const rows = await claim(room)
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.lane, [...(groups.get(row.lane) ?? []), row])
  const begun: Promise<void>[] = []
  for (const [lane, own] of groups) {
    if (lanes) lanes.start(lane, own[0]?.lane_team ?? '', () => work(own))
    else begun.push(work(own))
  }
  await Promise.allSettled(begun)
  await Promise.all(begun)
  return rows.length
}
