'use client'

import { Root as Slot } from '@radix-ui/react-slot'
import { LoaderCircle, Search } from 'lucide-react'
import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { useActiveOption } from './use-active-option'

type ComboboxOption = {
  key: string
  /** A link or a button. It gets the role of an option, and a click when Enter chooses it. */
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
  /** False while the options do not match the value: Enter waits instead of choosing a stale one. */
  settled: boolean
  /** Announcement for screen readers: number of options, pending, failed. */
  status: string
  /** Message above the options: no results, failed. */
  notice?: ReactNode
  /** Button at the end of the field. */
  after?: ReactNode
  maxLength?: number
  onPick: () => void
}

/** Renders a field and a list of options. Arrows move, Enter chooses, and the focus stays in the field. */
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
  maxLength,
  onPick,
}: Props) {
  const keys = groups.flatMap((group) => group.options.map((option) => option.key))
  const { active, idOf, listId, mark, typed, field } = useActiveOption({ keys, settled })
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
          {...field}
          aria-label={label}
          placeholder={placeholder}
          value={value}
          maxLength={maxLength}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => {
            typed()
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
        id={listId}
        role="listbox"
        aria-label={listLabel}
        className="min-h-0 flex-1 scroll-pt-2 scroll-pb-8 overflow-y-auto overscroll-contain p-1.5 pb-0"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box cannot contain a fieldset
          <div key={group.key} role="group" aria-labelledby={`${listId}-${group.key}`} className="pb-1.5">
            <div
              id={`${listId}-${group.key}`}
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
                onPointerMove={() => mark(option.key)}
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
        {/* The fade shows that the list continues. */}
        <div
          aria-hidden
          className="pointer-events-none sticky bottom-0 h-8 bg-linear-to-t from-raised to-transparent"
        />
      </div>
    </>
  )
}
