import { useSyncExternalStore } from 'react'

/** Event on the window after a press whose lazy module failed to load. The shell handles it. */
export const MODULE_FAILED_EVENT = 'checkout:module-failed'

/** Returns a lazy module of `() => import(…)`. Unlike with `next/dynamic`, a failed load removes nothing and is not cached. */
export function lazyModule<T>(bring: () => Promise<T>) {
  let loaded: T | null = null
  const watchers = new Set<() => void>()

  async function load(): Promise<T> {
    loaded ??= await bring()
    for (const changed of watchers) changed()
    return loaded
  }

  /** Loads the module before a press. Failures are ignored, since the press retries. */
  const preload = () => void load().catch(() => {})

  return {
    /** Returns the module; null until it has loaded. */
    loaded: () => loaded,
    /** Loads the module. Throws on failure; the next call retries. */
    load,
    preload,
    /** Attributes of a button whose press needs the module: hover and focus load it. */
    intent: { onPointerEnter: preload, onFocus: preload },
    /** Loads the module for a press. Returns null on failure, which MODULE_FAILED_EVENT reports. */
    loadOrNull: () =>
      load().catch(() => {
        window.dispatchEvent(new Event(MODULE_FAILED_EVENT))
        return null
      }),
    /** Calls `changed` when the module has loaded. Returns the function that stops it. */
    watch: (changed: () => void) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
  }
}

export type LazyModule<T> = ReturnType<typeof lazyModule<T>>

export function useLazyModule<T>(part: LazyModule<T>): T | null {
  return useSyncExternalStore(part.watch, part.loaded, () => null)
}
