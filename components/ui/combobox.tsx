'use client'

import { LoaderCircle, Search } from 'lucide-react'
import { Root as Slot } from 'radix-ui/slot'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

export type ComboboxOption = {
  key: string
  /** A link or a button; it is given the role, and a click when Enter chooses it. */
  element: ReactElement
}

export type ComboboxGroup = { key: string; label: string; options: readonly ComboboxOption[] }

type Props = {
  label: string
  placeholder: string
  listLabel: string
  value: string
  onValueChange: (value: string) => void
  groups: readonly ComboboxGroup[]
  /** False while the options do not answer the value yet: Enter waits for them instead of taking a stale one. */
  settled: boolean
  /** Said to screen readers as it changes: how many there are, that the search runs or failed. */
  status: string
  /** Shown above the options: nothing found, failed. */
  notice?: ReactNode
  /** A button at the field's end. */
  after?: ReactNode
  onPick: () => void
}

/** A field over the list that it commands: arrows move, Enter takes, the focus stays in the field. */
export function Combobox({
  label,
  placeholder,
  listLabel,
  value,
  onValueChange,
  groups,
  settled,
  status,
  notice,
  after,
  onPick,
}: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<string | null>(null)
  const [enterWaits, setEnterWaits] = useState(false)
  const keys = groups.flatMap((group) => group.options.map((option) => option.key))
  const active = moved !== null && keys.includes(moved) ? moved : (keys[0] ?? null)
  const idOf = (key: string) => `${id}-${key}`

  function take(key: string | null, modifiers: { ctrlKey: boolean; metaKey: boolean }) {
    const element = key === null ? null : document.getElementById(idOf(key))
    element?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ...modifiers }))
  }

  useEffect(() => {
    if (!enterWaits || !settled) return
    setEnterWaits(false)
    const first = list.current?.querySelector<HTMLElement>('[role="option"]')
    first?.click()
  }, [enterWaits, settled])

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

  return (
    <>
      <div className="flex items-center gap-2.5 border-b px-4">
        {settled ? (
          <Search aria-hidden className="size-4 shrink-0 text-muted" />
        ) : (
          <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-muted" />
        )}
        <input
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={active === null ? undefined : idOf(active)}
          placeholder={placeholder}
          value={value}
          maxLength={200}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setMoved(null)
            setEnterWaits(false)
            onValueChange(event.target.value)
          }}
          className="min-h-12 w-full min-w-0 bg-transparent text-lg outline-none placeholder:text-muted focus-visible:outline-none"
        />
        {after}
      </div>
      <span role="status" className="sr-only">
        {status}
      </span>
      {notice}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={listLabel}
        className="min-h-0 flex-1 scroll-pt-2 scroll-pb-8 overflow-y-auto overscroll-contain p-1.5 pb-0"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
          <div key={group.key} role="group" aria-labelledby={`${id}-group-${group.key}`} className="pb-1.5">
            <div
              id={`${id}-group-${group.key}`}
              role="presentation"
              className="px-2.5 pt-2 pb-1 text-muted text-xs"
            >
              {group.label}
            </div>
            {group.options.map((option) => (
              <Slot
                key={option.key}
                id={idOf(option.key)}
                role="option"
                tabIndex={-1}
                aria-selected={option.key === active}
                onPointerMove={() => setMoved(option.key)}
                onClick={(event: MouseEvent) => {
                  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onPick()
                }}
                className="hit flex w-full cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left text-base aria-selected:bg-accent-soft"
              >
                {option.element}
              </Slot>
            ))}
          </div>
        ))}
        {/* Fades whatever is cut, so that a list which goes on looks like one; at its end there is nothing below. */}
        <div
          aria-hidden
          className="pointer-events-none sticky bottom-0 h-8 bg-linear-to-t from-raised to-transparent"
        />
      </div>
    </>
  )
}
