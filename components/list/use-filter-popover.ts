import { useDeferredValue, useState } from 'react'
import { type LazyModule, lazyModule, useLazyModule } from '@/components/ui/lazy-module'

/** What floats weighs more than the list itself: it comes when somebody reaches for it. */
const popover = lazyModule(() => import('./filter-popover').then((module) => module.FilterPopover))

/** A button's popover, fetched with the first reach for it and the `inside` that it needs; `Popover` is null while it is closed or on its way. */
export function useFilterPopover(inside?: LazyModule<unknown>) {
  const [open, setOpen] = useState(false)
  // The button answers in its own frame; what floats is laid out in the next ones.
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
    // One after the other, though they come together: what is missing is told once.
    const isHere = (await popover.ask()) && (!inside || (await inside.ask()))
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
