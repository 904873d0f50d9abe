'use client'

import { Root as Slot } from '@radix-ui/react-slot'
import {
  createContext,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { cn } from '@/lib/ui/cn'
import { type BubbleSide, placeBubble } from './place-bubble'

const OPEN_DELAY_MS = 350
/** Time in which the pointer can reach the bubble, or another anchor, whose bubble then opens at once. */
const CLOSE_DELAY_MS = 150
/** Attribute of the anchor of the open bubble. */
const EXPLAINED = 'data-explained'

type Explained = { anchor: Element; content: ReactNode; side: BubbleSide; className: string | undefined }

type Tooltips = {
  open: (explained: Explained, at: 'once' | 'delay') => void
  close: (at: 'once' | 'delay') => void
  /** Called when an anchor is unmounted. */
  forget: (anchor: Element | null) => void
}

const TooltipContext = createContext<Tooltips>({ open: () => {}, close: () => {}, forget: () => {} })

/** Provides the screens with one bubble at a time, so a row with a tooltip costs only its listeners. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const id = useId()
  const [shown, setShown] = useState<Explained | null>(null)
  const current = useRef<Explained | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const tooltips = useMemo<Tooltips>(() => {
    const show = (next: Explained | null) => {
      clearTimeout(timer.current)
      describe(current.current?.anchor, id, false)
      describe(next?.anchor, id, true)
      current.current = next
      setShown(next)
    }
    const later = (work: () => void, ms: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(work, ms)
    }
    return {
      open: (next, at) => {
        if (at === 'once' || current.current) show(next)
        else later(() => show(next), OPEN_DELAY_MS)
      },
      close: (at) => (at === 'once' ? show(null) : later(() => show(null), CLOSE_DELAY_MS)),
      forget: (anchor) => {
        if (anchor && current.current?.anchor === anchor) show(null)
      },
    }
  }, [id])
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <TooltipContext value={tooltips}>
      {children}
      {shown ? (
        <Bubble
          id={id}
          explained={shown}
          onEnter={() => clearTimeout(timer.current)}
          onClose={tooltips.close}
        />
      ) : null}
    </TooltipContext>
  )
}

/** Adds or removes the bubble's id in `aria-describedby`, beside other ids. */
function describe(anchor: Element | undefined, id: string, on: boolean): void {
  const others = (anchor?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((one) => one && one !== id)
  const ids = (on ? [...others, id] : others).join(' ')
  if (ids) anchor?.setAttribute('aria-describedby', ids)
  else anchor?.removeAttribute('aria-describedby')
  anchor?.toggleAttribute(EXPLAINED, on)
}

/**
 * Renders an explanation on hover, on focus and, unless the child is a link, on a tap; the next tap or a scroll closes it. The
 * child must be focusable.
 */
export function Tooltip({
  content,
  side = 'top',
  className,
  children,
}: {
  content: ReactNode
  side?: BubbleSide
  className?: string
  children: ReactNode
}) {
  const { open, close, forget } = useContext(TooltipContext)
  const anchor = useRef<Element>(null)
  /** Effect of the current tap on the bubble. */
  const tap = useRef<'opens' | 'closes' | null>(null)
  useEffect(() => () => forget(anchor.current), [forget])
  const explain = (element: Element, at: 'once' | 'delay') => {
    anchor.current = element
    open({ anchor: element, content, side, className }, at)
  }
  return (
    <Slot
      onPointerEnter={(event: PointerEvent) => {
        // Touch has no hover.
        if (event.pointerType !== 'touch') explain(event.currentTarget, 'delay')
      }}
      onPointerLeave={(event: PointerEvent) => {
        if (event.pointerType !== 'touch') close('delay')
      }}
      onPointerDown={(event: PointerEvent) => {
        const isExplained = event.currentTarget.hasAttribute(EXPLAINED)
        tap.current = event.pointerType === 'touch' ? (isExplained ? 'closes' : 'opens') : null
        close('once')
      }}
      onClick={(event: MouseEvent) => {
        // A tap on a link navigates, so its bubble does not open.
        if (tap.current === 'opens' && !event.currentTarget.matches('a[href]'))
          explain(event.currentTarget, 'once')
        tap.current = null
      }}
      onFocus={(event: FocusEvent) => {
        if (event.currentTarget.matches(':focus-visible')) explain(event.currentTarget, 'once')
      }}
      onBlur={() => close('once')}
    >
      {children}
    </Slot>
  )
}

type BubbleProps = {
  id: string
  explained: Explained
  onEnter: () => void
  onClose: (at: 'once' | 'delay') => void
}

function Bubble({ id, explained, onEnter, onClose }: BubbleProps) {
  const { anchor, content, side, className } = explained
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bubble.current
    if (!element) return
    const size = { width: element.offsetWidth, height: element.offsetHeight }
    const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
    const { left, top } = placeBubble(anchor.getBoundingClientRect(), size, view, side)
    element.style.left = `${left}px`
    element.style.top = `${top}px`
  }, [anchor, side])
  useEffect(() => {
    const close = () => onClose('once')
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    const onPointerDown = ({ target }: Event) => {
      if (!(target instanceof Node && anchor.contains(target))) close()
    }
    document.addEventListener('pointerdown', onPointerDown, { capture: true })
    window.addEventListener('scroll', close, { capture: true, passive: true })
    window.addEventListener('resize', close)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('scroll', close, { capture: true })
      window.removeEventListener('resize', close)
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown, { capture: true })
    }
  }, [anchor, onClose])
  return createPortal(
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      onPointerEnter={onEnter}
      onPointerLeave={() => onClose('delay')}
      className={cn(
        'fixed top-0 left-0 z-50 w-max max-w-72 animate-fade rounded-md bg-text px-2.5 py-1.5 text-canvas text-xs shadow-float',
        className,
      )}
    >
      {content}
    </div>,
    document.body,
  )
}
