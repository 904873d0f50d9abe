'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'

/** How long a list may take to be there again. */
const PATIENCE_MS = 2_000

/** By list, the row that was opened from it. A list's filters are part of its address. */
const opened = new Map<string, string>()

/** Whoever comes back to a list stands on the row that they left by; the next `j` goes on from there. Mounted once, in the shell. */
export function RowReturn() {
  const pathname = usePathname()
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const row = target instanceof Element ? target.closest('tr')?.querySelector('a[data-row]') : null
      const link = target instanceof Element ? target.closest('a[href]') : null
      if (row && link?.getAttribute('href') === row.getAttribute('href'))
        opened.set(addressOf(location), row.getAttribute('href') ?? '')
    }
    // Before the router takes the click and leaves.
    document.addEventListener('click', onClick, { capture: true })
    return () => document.removeEventListener('click', onClick, { capture: true })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival is looked at
  useEffect(() => {
    const href = opened.get(addressOf(location))
    if (href === undefined) return
    opened.delete(addressOf(location))
    const content = document.getElementById('content')
    if (!content) return
    const tryFocus = () => {
      if (document.activeElement !== document.body) return true
      const row = content.querySelector<HTMLElement>(`a[data-row][href="${CSS.escape(href)}"]`)
      if (!row) return false
      // What explains a row is for whoever goes there, not for whoever comes back.
      row.dataset.returned = ''
      row.addEventListener('blur', () => delete row.dataset.returned, { once: true })
      row.focus({ preventScroll: true })
      return true
    }
    if (tryFocus()) return
    const watcher = new MutationObserver(() => tryFocus() && watcher.disconnect())
    watcher.observe(content, { childList: true, subtree: true })
    const over = setTimeout(() => watcher.disconnect(), PATIENCE_MS)
    return () => {
      clearTimeout(over)
      watcher.disconnect()
    }
  }, [pathname])
  return null
}

function addressOf({ pathname, search }: Location): string {
  return pathname + search
}
