import { ChevronDown, Plus, X } from 'lucide-react'
import { type ReactNode, useDeferredValue, useId, useRef, useState } from 'react'
import { PageLink } from '@/components/navigation/page-link'
import { type LazyModule, lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { cn } from '@/lib/ui/cn'
import type { FilterPanel } from './filter-popover'

/** Loaded on hover or focus of a filter, since popovers are larger than the list. */
const popover = lazyModule(() => import('./filter-popover').then((module) => module.FilterPopover))

/** Returns the attributes of a button and its panel, which is loaded with its `inside` on hover or focus of the button. */
export function useFilterPopover({ inside, ...look }: FilterPanel & { inside?: LazyModule<unknown> }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  // The button responds in its own frame; the popover is rendered in later ones.
  const laidOut = useDeferredValue(open)
  const [whole, setWhole] = useState(false)
  const Loaded = useLazyModule(popover)
  const Popover = open && laidOut && whole ? Loaded : null
  const close = () => setOpen(false)

  function preload() {
    popover.preload()
    inside?.preload()
  }

  async function toggle() {
    setOpen(!open)
    if (open || whole) return
    preload()
    // The calls are sequential, so a missing module is reported once; loading is parallel.
    const isHere = (await popover.loadOrNull()) && (!inside || (await inside.loadOrNull()))
    if (isHere) setWhole(true)
    else setOpen(false)
  }

  return {
    close,
    button: {
      ref: button,
      'aria-haspopup': 'dialog',
      'aria-expanded': open,
      'aria-controls': Popover ? id : undefined,
      onPointerEnter: preload,
      onFocus: preload,
      onClick: toggle,
    } as const,
    panel: (children: () => ReactNode) =>
      Popover ? (
        <Popover id={id} button={button} onClose={close} {...look}>
          {children()}
        </Popover>
      ) : null,
  }
}

type PillProps = FilterPanel & {
  /** Current value; null if the filter is not set. */
  value: ReactNode | null
  /** Tooltip of the value; defaults to a value that is text. */
  title?: string | undefined
  clearHref: string
  clearLabel: string
  inside?: LazyModule<unknown>
  /** True if the filter is set but has no effect now, as `value` shows. */
  idle: boolean
  /** Renders the choices, which call `close` after a choice. */
  children: (close: () => void) => ReactNode
}

/** Limits the width of a filter, which keeps its cross out of the fading edge of a scrolling row. */
const BESIDE_FADE = 'max-sm:max-w-[calc(100%-1.5rem)]'

/** Renders one filter: a dashed outline until it is set, then its name, value and a cross. */
export function FilterPill({ value, title, clearHref, clearLabel, idle, children, ...panelOf }: PillProps) {
  const { button, panel, close } = useFilterPopover(panelOf)
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
        {...button}
        type="button"
        className={cn(
          'hit inline-flex min-w-0 items-center gap-1.5 rounded-full py-0 pr-2.5 pl-2.5 font-medium hover:text-text',
          // Each of the two parts has its own focus ring.
          isSet && 'rounded-r-none pr-1 focus-visible:-outline-offset-2',
        )}
      >
        {isSet ? null : <Plus aria-hidden className="size-3.5 shrink-0" />}
        <span className="shrink-0">{panelOf.name}</span>
        {isSet ? (
          <>
            <span aria-hidden className="h-3.5 w-px shrink-0 bg-current opacity-30" />
            <span
              dir="auto"
              title={title ?? (typeof value === 'string' ? value : undefined)}
              className="tnum min-w-0 truncate"
            >
              {value}
            </span>
            <ChevronDown aria-hidden className="size-3.5 shrink-0 max-sm:hidden" />
          </>
        ) : null}
      </button>
      {panel(() => children(close))}
      {isSet ? <ClearLink href={clearHref} label={clearLabel} /> : null}
    </span>
  )
}

type ChipProps = { label: string; href: string; removeLabel: string }

export function FilterChip({ label, href, removeLabel }: ChipProps) {
  return (
    <span
      data-set
      className={cn(
        'inline-flex min-w-0 max-w-full items-center gap-1 rounded-full border border-transparent bg-accent-soft pl-2.5 font-medium text-accent-text text-sm has-data-pending:opacity-50 max-sm:-order-1',
        BESIDE_FADE,
      )}
    >
      <span dir="auto" title={label} className="min-w-0 truncate">
        {label}
      </span>
      <ClearLink href={href} label={removeLabel} />
    </span>
  )
}

function ClearLink({ href, label }: { href: string; label: string }) {
  return (
    <PageLink
      href={href}
      scroll={false}
      marksPending
      aria-label={label}
      className="hit flex min-w-8 items-center justify-center rounded-r-full hover:text-text focus-visible:-outline-offset-2 pointer-coarse:min-w-11"
    >
      <X aria-hidden className="size-3.5" />
    </PageLink>
  )
}

type ChoiceProps = {
  href: string
  current: boolean
  onChosen: () => void
  note?: ReactNode
  className?: string
  children: ReactNode
}

export function FilterChoice({ href, current, onChosen, note, className, children }: ChoiceProps) {
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
