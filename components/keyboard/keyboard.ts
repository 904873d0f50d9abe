import { createContext, useContext } from 'react'

type Keyboard = {
  openSearch: () => void
  openKeys: () => void
  preloadSearch: () => void
  /** True if Cmd replaces Ctrl. */
  apple: boolean
}

export const KeyboardContext = createContext<Keyboard>({
  openSearch: () => {},
  openKeys: () => {},
  preloadSearch: () => {},
  apple: false,
})

export function useKeyboard(): Keyboard {
  return useContext(KeyboardContext)
}

const ROWS = '#content a[data-row]'
const COPIES = 'data-copy'

/** Focuses the next (1) or the previous (-1) row of the page's lists. */
export function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>(ROWS)].filter(
    (row) => row.getClientRects().length > 0,
  )
  const here = rows.findIndex((row) => rowOf(row).contains(document.activeElement))
  const next = here === -1 ? firstInSight(rows) : rows[here + step]
  if (!next) return
  next.focus({ preventScroll: true })
  rowOf(next).scrollIntoView({ block: 'nearest' })
}

/** Returns the text that `y` copies: of the focused row, else of the page's object, else the page's URL. */
export function copyTarget(): { value: string; kind: 'address' | 'id' | 'page' } {
  const row = document.activeElement?.closest('tr')?.querySelector(`[data-row][${COPIES}]`)
  const value = (row ?? document.querySelector(`#content header[${COPIES}]`))?.getAttribute(COPIES)
  if (!value) return { value: location.href, kind: 'page' }
  return { value, kind: /^https?:/.test(value) ? 'address' : 'id' }
}

function rowOf(row: HTMLElement): HTMLElement {
  return row.closest('tr') ?? row
}

function firstInSight(rows: readonly HTMLAnchorElement[]): HTMLAnchorElement | undefined {
  return rows.find((row) => rowOf(row).getBoundingClientRect().top >= 0) ?? rows[0]
}
