'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'

/** Longest time in which a list renders its rows after Back, and renders them again with fresh data. */
const PATIENCE_MS = 5_000

/** Opened rows by list. A list's filters are part of its address. */
const opened = new Map<string, string>()

/** Restores the focus to the row by which a list was left. Mounted once, in the shell. */
export function RestoreRowFocus() {
  const pathname = usePathname()
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const row = target instanceof Element ? target.closest('tr')?.querySelector('a[data-row]') : null
      const link = target instanceof Element ? target.closest('a[href]') : null
      if (row && link?.getAttribute('href') === row.getAttribute('href'))
        opened.set(addressOf(location), row.getAttribute('href') ?? '')
    }
    // The listener runs before the router handles the click.
    document.addEventListener('click', onClick, { capture: true })
    return () => document.removeEventListener('click', onClick, { capture: true })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs on each navigation
  useEffect(() => {
    const href = opened.get(addressOf(location))
    if (href === undefined) return
    opened.delete(addressOf(location))
    const content = document.getElementById('content')
    if (!content) return
    const focusRow = () => {
      // Focus elsewhere was set by the user or by an action.
      if (document.activeElement !== document.body) return
      const row = content.querySelector<HTMLElement>(`a[data-row][href="${CSS.escape(href)}"]`)
      if (!row) return
      // The tooltip of a row must not open by the restored focus.
      row.dataset.returned = ''
      row.addEventListener('blur', () => delete row.dataset.returned, { once: true })
      row.focus({ preventScroll: true })
    }
    focusRow()
    // Rows may be rendered later, and a rerendered row loses the focus.
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
