'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'

/** Longest time in which a list renders its rows after Back, and renders them again with fresh data. */
const PATIENCE_MS = 5_000

/** Opened rows by list. A list's filters are part of its address. */
const opened = new Map<string, string>()

/** Puts the focus on the row by which a list was left, when somebody returns to the list. Mounted once, in the shell. */
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
    const focusRow = () => {
      // Focus elsewhere is a person's choice, or the place where an action left it.
      if (document.activeElement !== document.body) return
      const row = content.querySelector<HTMLElement>(`a[data-row][href="${CSS.escape(href)}"]`)
      if (!row) return
      // The bubble of a row is for a person who goes to it, not for one who returns.
      row.dataset.returned = ''
      row.addEventListener('blur', () => delete row.dataset.returned, { once: true })
      row.focus({ preventScroll: true })
    }
    focusRow()
    // Rows may come later, and a row that is rendered anew loses the focus.
    const watcher = new MutationObserver(focusRow)
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
