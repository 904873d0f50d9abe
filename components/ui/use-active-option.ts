import { type KeyboardEvent, useEffect, useId, useState } from 'react'

type Wanted = {
  /** Unique keys of the options in their order. */
  keys: readonly string[]
  /** False while the options do not match the typed text: Enter waits instead of choosing a stale one. */
  settled: boolean
}

/** Returns the active option of a list whose focus stays in a field, and their ids. Arrows and pointer move it; Enter clicks it. */
export function useActiveOption({ keys, settled }: Wanted) {
  const id = useId()
  const [moved, setMoved] = useState<string | null>(null)
  const [enterWaits, setEnterWaits] = useState(false)
  const active = moved !== null && keys.includes(moved) ? moved : (keys[0] ?? null)
  const idOf = (key: string) => `${id}-${key}`

  function take(key: string | null, modifiers: { ctrlKey: boolean; metaKey: boolean }) {
    const element = key === null ? null : document.getElementById(idOf(key))
    element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...modifiers }))
  }

  useEffect(() => {
    if (!enterWaits || !settled) return
    setEnterWaits(false)
    document.getElementById(`${id}-list`)?.querySelector<HTMLElement>('[role="option"]')?.click()
  }, [enterWaits, settled, id])

  function move(step: number) {
    const from = active === null ? -1 : keys.indexOf(active)
    const next = keys[(from + step + keys.length) % keys.length]
    if (next === undefined) return
    setMoved(next)
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (settled || moved !== null) take(active, event)
      else setEnterWaits(true)
    }
  }

  return {
    active,
    idOf,
    listId: `${id}-list`,
    mark: setMoved,
    /** Activates the first option after a change of the text. */
    typed() {
      setMoved(null)
      setEnterWaits(false)
    },
    field: {
      role: 'combobox',
      'aria-expanded': true,
      'aria-haspopup': 'listbox',
      'aria-autocomplete': 'list',
      'aria-controls': `${id}-list`,
      'aria-activedescendant': active === null ? undefined : idOf(active),
      onKeyDown,
    } as const,
  }
}
