import { useSyncExternalStore } from 'react'

/** Raised by a press for a part whose script could not be loaded; the page's frame answers it. */
export const PART_MISSED_EVENT = 'checkout:part-missed'

/** A part of the page whose script comes after the page: when somebody reaches for it. */
export type LazyModule<T> = {
  /** Null until its script is here. */
  readonly here: () => T | null
  /** Throws where it cannot be had; the next call asks anew. */
  load: () => Promise<T>
  /** Ahead of a press: what fails is asked for again by the press. */
  preload: () => void
  /** For a press: null where it cannot be had just now, which PART_MISSED_EVENT then reports. */
  ask: () => Promise<T | null>
  /** Calls `changed` once the part is here; returns how to stop that. */
  watch: (changed: () => void) => () => void
}

/**
 * The one way to load a part late: `bring` is `() => import(…)`. A load that fails takes nothing off the screen, as
 * `lazy` and `next/dynamic` would, and is not remembered.
 */
export function lazyModule<T>(bring: () => Promise<T>): LazyModule<T> {
  let here: T | null = null
  let onTheWay: Promise<T> | null = null
  const watchers = new Set<() => void>()

  function load(): Promise<T> {
    onTheWay ??= bring().then(
      (loaded) => {
        here = loaded
        for (const changed of watchers) changed()
        return loaded
      },
      (error: unknown) => {
        onTheWay = null
        throw error
      },
    )
    return onTheWay
  }

  const part: LazyModule<T> = {
    here: () => here,
    load,
    preload: () => void load().catch(() => {}),
    ask: () => {
      const joined = onTheWay !== null && here === null
      // A load begun before the press may fail of a network that is back by now: the press asks anew.
      const loaded = joined ? load().catch(load) : load()
      return loaded.catch(() => {
        window.dispatchEvent(new Event(PART_MISSED_EVENT))
        return null
      })
    },
    watch: (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
  }
  return part
}

/** The part once it is here, null before. */
export function useLazyModule<T>(part: LazyModule<T>): T | null {
  return useSyncExternalStore(part.watch, part.here, () => null)
}
