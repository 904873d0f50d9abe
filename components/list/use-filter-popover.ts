import { useDeferredValue, useState } from 'react'
import { type LazyModule, lazyModule, useLazyModule } from '@/components/ui/lazy-module'

/** Loaded on hover or focus of a filter, since popovers are larger than the list. */
const popover = lazyModule(() => import('./filter-popover').then((module) => module.FilterPopover))

/** Returns the popover of a button, loaded with its `inside` on hover or focus; `Popover` is null while it is closed or loading. */
export function useFilterPopover(inside?: LazyModule<unknown>) {
  const [open, setOpen] = useState(false)
  // The button responds in its own frame; the popover is rendered in later ones.
  const laidOut = useDeferredValue(open)
  const [whole, setWhole] = useState(false)
  const Loaded = useLazyModule(popover)

  function preload() {
    popover.preload()
    inside?.preload()
  }

  async function toggle() {
    setOpen(!open)
    if (open || whole) return
    preload()
    // The calls are sequential, so a missing module is reported once; loading is parallel.
    const isHere = (await popover.loadOrNull()) && (!inside || (await inside.loadOrNull()))
    if (isHere) setWhole(true)
    else setOpen(false)
  }

  return {
    open,
    Popover: open && laidOut && whole ? Loaded : null,
    toggle,
    close: () => setOpen(false),
    preload,
  }
}
