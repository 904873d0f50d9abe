import { useCallback, useEffect, useRef, useState } from 'react'

/** Scroll offset below which the first row is visible, pixels. */
const AT_TOP_PX = 160

/**
 * Keeps the rows of a live list in position. New rows appear at the top of the page if no row is in use; otherwise they wait
 * behind a count, while visible rows are updated in place. `scope` identifies the list and its filters.
 */
export function useStableRows<Row extends { id: string }>(latest: readonly Row[], scope: string) {
  const [shown, setShown] = useState({ scope, rows: latest, seen: idsOf(latest) })
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const current = useRef(shown)
  current.current = shown
  const list = useRef<HTMLDivElement>(null)
  const isPointedAt = useRef(false)

  const reveal = useCallback(() => {
    setFresh(new Set(latest.filter((row) => !current.current.seen.has(row.id)).map((row) => row.id)))
    setShown({ scope, rows: latest, seen: new Set([...current.current.seen, ...idsOf(latest)]) })
  }, [latest, scope])

  useEffect(() => {
    const before = current.current
    if (before.rows === latest && before.scope === scope) return
    if (before.scope !== scope) {
      setFresh(new Set())
      setShown({ scope, rows: latest, seen: idsOf(latest) })
      return
    }
    const news = latest.some((row) => !before.seen.has(row.id))
    const rows = list.current
    // Removed rows raise no pointerleave event.
    if (!rows) isPointedAt.current = false
    const isUsed =
      rows !== null &&
      (isPointedAt.current ||
        rows.contains(document.activeElement) ||
        rows.querySelector('[aria-expanded="true"]') !== null)
    if (!news || (window.scrollY <= AT_TOP_PX && !isUsed)) {
      if (news) reveal()
      else setShown({ ...before, rows: latest })
      return
    }
    const byId = new Map(latest.map((row) => [row.id, row]))
    setShown({ ...before, rows: before.rows.map((row) => byId.get(row.id) ?? row) })
  }, [latest, scope, reveal])

  const inScope = shown.scope === scope
  return {
    rows: inScope ? shown.rows : latest,
    /** Number of hidden new rows. */
    waiting: inScope ? latest.filter((row) => !shown.seen.has(row.id)).length : 0,
    /** Ids of rows that arrived while the page was open. */
    fresh,
    reveal,
    /** Handlers for the element around the rows, which detect a pointer, the focus or an open menu. */
    inUse: {
      ref: list,
      onPointerMove: () => {
        isPointedAt.current = true
      },
      onPointerLeave: () => {
        isPointedAt.current = false
      },
    },
  }
}

function idsOf(rows: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(rows.map((row) => row.id))
}
