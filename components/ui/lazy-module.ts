import { useSyncExternalStore } from 'react'

/** Event on the window after a press whose lazy module failed to load. The shell handles it. */
export const PART_MISSED_EVENT = 'checkout:part-missed'

/** A module that is loaded on demand, after the page. */
export type LazyModule<T> = {
  /** Returns the module; null until it has loaded. */
  readonly here: () => T | null
  /** Loads the module. Throws on failure; the next call retries. */
  load: () => Promise<T>
  /** Loads the module before a press. Failures are ignored, since the press retries. */
  preload: () => void
  /** Loads the module for a press. Returns null on failure, which PART_MISSED_EVENT reports. */
  ask: () => Promise<T | null>
  /** Calls `changed` when the module has loaded. Returns the function that stops it. */
  watch: (changed: () => void) => () => void
}

/**
 * Returns a lazy module: `bring` is `() => import(…)`. Unlike with `lazy` and `next/dynamic`, a failed load removes nothing
 * from the screen and is not cached.
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
      // A load that began before the press may fail because of an earlier outage, so the press retries.
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

/** Returns the loaded module; null before. */
export function useLazyModule<T>(part: LazyModule<T>): T | null {
  return useSyncExternalStore(part.watch, part.here, () => null)
}
