'use client'

import { ChevronDown, Plus, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { PageLink } from '@/components/navigation/page-link'
import type { LazyModule } from '@/components/ui/lazy-module'
import { cn } from '@/lib/ui/cn'
import { BESIDE_FADE } from './filter-chip'
import type { FilterWidth } from './filter-popover'
import { useFilterPopover } from './use-filter-popover'

type Props = {
  /** Name of the filter: "Date". */
  name: string
  /** Current value; null if the filter is not set. */
  value: ReactNode | null
  /** Tooltip of the value; defaults to a value that is text. */
  title?: string | undefined
  /** Address of the list without this filter. */
  clearHref: string
  clearLabel: string
  /** Lazy module of the choices, loaded on hover or focus. */
  inside?: LazyModule<unknown>
  /** True if the filter is set but has no effect now, as `value` shows. */
  idle?: boolean
  width?: FilterWidth
  /** Renders the choices, which call `close` after a choice. */
  children: (close: () => void) => ReactNode
}

/** Renders one filter: a dashed outline until it is set, then its name, value and a cross. */
export function FilterPill({
  name,
  value,
  title = typeof value === 'string' ? value : undefined,
  clearHref,
  clearLabel,
  inside,
  idle = false,
  width = 'list',
  children,
}: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { open, Popover, toggle, close, preload } = useFilterPopover(inside)
  const isSet = value !== null

  return (
    <span
      // An idle filter is not scrolled into view: the user did not set it now.
      data-set={isSet && !idle ? '' : undefined}
      className={cn(
        // Text for screen readers is positioned within the pill, wherever the row is scrolled.
        'relative inline-flex min-w-0 max-w-full items-stretch rounded-full border text-sm has-data-pending:opacity-50',
        BESIDE_FADE,
        // Active filters come first in a scrolling row.
        isSet && !idle && 'max-sm:-order-1',
        isSet
          ? idle
            ? 'border-transparent bg-neutral-soft text-muted'
            : 'border-transparent bg-accent-soft text-accent-text'
          : 'border-border-strong border-dashed text-muted',
      )}
    >
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={Popover ? id : undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={toggle}
        className={cn(
          'hit inline-flex min-w-0 items-center gap-1.5 rounded-full py-0 pr-2.5 pl-2.5 font-medium hover:text-text',
          // Each of the two parts has its own focus ring.
          isSet && 'rounded-r-none pr-1 focus-visible:-outline-offset-2',
        )}
      >
        {isSet ? null : <Plus aria-hidden className="size-3.5 shrink-0" />}
        <span className="shrink-0">{name}</span>
        {isSet ? (
          <>
            <span aria-hidden className="h-3.5 w-px shrink-0 bg-current opacity-30" />
            <span dir="auto" title={title} className="tnum min-w-0 truncate">
              {value}
            </span>
            <ChevronDown aria-hidden className="size-3.5 shrink-0 max-sm:hidden" />
          </>
        ) : null}
      </button>
      {Popover ? (
        <Popover id={id} name={name} button={button} width={width} onClose={close}>
          {children(close)}
        </Popover>
      ) : null}
      {isSet ? (
        <PageLink
          href={clearHref}
          scroll={false}
          marksPending
          aria-label={clearLabel}
          className="hit flex min-w-8 items-center justify-center rounded-r-full hover:text-text focus-visible:-outline-offset-2 pointer-coarse:min-w-11"
        >
          <X aria-hidden className="size-3.5" />
        </PageLink>
      ) : null}
    </span>
  )
}

/** Renders one choice of a filter as a link to the filtered list. */
export function FilterChoice({
  href,
  current,
  onChosen,
  note,
  className,
  children,
}: {
  href: string
  current: boolean
  onChosen: () => void
  note?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <PageLink
      href={href}
      scroll={false}
      aria-current={current ? 'true' : undefined}
      onClick={onChosen}
      className={cn(
        'hit flex items-center justify-between gap-3 rounded-md px-2.5 hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent-text',
        className,
      )}
    >
      <span
        dir="auto"
        title={typeof children === 'string' ? children : undefined}
        className="min-w-0 truncate"
      >
        {children}
      </span>
      {note ? <span className="tnum shrink-0 text-muted text-xs">{note}</span> : null}
    </PageLink>
  )
}
