import { useDeferredValue, useState } from 'react'
import type { FilterPopover } from './filter-popover'

/** What floats weighs more than the list itself: it comes when somebody reaches for it. */
const loadPopover = () => import('./filter-popover').then((module) => module.FilterPopover)

/** A button's popover, fetched with the first reach for it and what `load` brings; `Popover` is null while it is closed or on its way. */
export function useFilterPopover(load?: () => Promise<void>) {
  const [open, setOpen] = useState(false)
  // The button answers in its own frame; what floats is laid out in the next ones.
  const laidOut = useDeferredValue(open)
  const [Loaded, setLoaded] = useState<typeof FilterPopover | null>(null)

  const fetchAll = async () => (await Promise.all([loadPopover(), load?.()]))[0]
  const preload = () => void fetchAll().catch(() => {})

  async function toggle() {
    setOpen(!open)
    if (open || Loaded) return
    try {
      const loaded = await fetchAll()
      setLoaded(() => loaded)
    } catch {
      // Not to be had just now; the next press asks again.
      setOpen(false)
    }
  }

  return { open, Popover: open && laidOut ? Loaded : null, toggle, close: () => setOpen(false), preload }
}
