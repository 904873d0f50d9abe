import type { ConnectionContext } from '@/lib/dashboard/context'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import { applySnapshots, type Snapshot, type SnapshotVerdict } from './apply-snapshots'
import type { MirrorObjects } from './mirror-noun'
import { parseObject } from './parse-object'
import { dataProblem, type QuarantineSource, quarantineObjects, type UnreadableObject } from './quarantine'
import { toStorable } from './storable-json'

export interface AnsweredObjects {
  /** Objects as received. */
  raws: readonly unknown[]
  /** `HostResponse.at`. */
  at: Date
  source: QuarantineSource
}

export interface WrittenObjects<Noun extends MirrorNoun> {
  /** Objects that were parsed and written. */
  objects: readonly MirrorObjects[Noun][]
  /** Verdicts by id. */
  verdicts: ReadonlyMap<string, SnapshotVerdict>
  /** Number of objects that went into quarantine. */
  quarantined: number
  /** Number of objects for which the mirror has no room. */
  refused: number
}

const NO_OBJECT = 'The list contains values that are no objects.'

/**
 * Parses the objects of a response one by one, writes the readable ones into the mirror, in one statement if all are
 * readable, and quarantines the others with their reasons.
 */
export async function writeObjects<Noun extends MirrorNoun>(
  { connectionId, db, now }: Pick<ConnectionContext, 'connectionId' | 'db' | 'now'>,
  noun: Noun,
  { raws, at, source }: AnsweredObjects,
): Promise<WrittenObjects<Noun>> {
  const unreadable: UnreadableObject[] = []
  const snapshots: Snapshot<Noun>[] = []
  for (const raw of raws) {
    if (typeof raw !== 'object' || raw === null) {
      unreadable.push({ raw, reason: NO_OBJECT })
      continue
    }
    const parsed = parseObject(noun, raw)
    if (parsed.reason !== null) unreadable.push({ raw, reason: parsed.reason })
    else snapshots.push({ object: parsed.object, raw: parsed.snapshot })
  }
  const objects: MirrorObjects[Noun][] = []
  const verdicts = new Map<string, SnapshotVerdict>()
  let refused = 0
  const apply = async (some: readonly Snapshot<Noun>[]): Promise<void> => {
    try {
      const answer = { connectionId, noun, snapshots: some, answeredAt: at, now: now() }
      const applied = await applySnapshots(db, answer)
      for (const [id, verdict] of applied) verdicts.set(id, verdict)
      const written = some.filter(({ object }) => applied.has(toStorable(object.id)))
      objects.push(...written.map(({ object }) => object))
      refused += some.length - written.length
    } catch (error) {
      const reason = dataProblem(error)
      if (reason === null) throw error
      const [first] = some
      if (first && some.length === 1) {
        unreadable.push({ raw: first.raw, reason })
        return
      }
      // Bisection finds the unreadable objects in few statements.
      const middle = Math.ceil(some.length / 2)
      await apply(some.slice(0, middle))
      await apply(some.slice(middle))
    }
  }
  await apply(snapshots)
  await quarantineObjects(db, { connectionId, noun, source, answeredAt: at, unreadable })
  return { objects, verdicts, quarantined: unreadable.length, refused }
}
