'use client'

import { CircleAlert, CircleCheck, Clock, X } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { cn } from '@/lib/ui/cn'
import { Button } from './button'
import { useSecondsUntil } from './use-seconds-until'

/** Long enough to read twelve words; a toast under the pointer or the focus stays. */
const TOAST_MS = 6000
/** What a countdown came to is seen before it goes. */
const OVER_MS = 1500
const MAX_TOASTS = 3

export type ToastInput = {
  /** Of a countdown it is only heard, once: a number that is read aloud each second would drown the button. */
  message: string
  tone?: 'success' | 'danger'
  action?: { label: string; onSelect: () => void }
  /** What is told under the same key takes the place of what was. */
  about?: string
  counts?: Countdown
}

/** What happens at a moment of the server's, and can be taken back until then. */
type Countdown = {
  untilMs: number
  /** Seconds; no more is ever promised. */
  most: number
  title: (seconds: number) => string
  /** In the title's place when the moment has come; the action is gone. */
  over: string
  /** To what it happens. */
  what: string
}

type Shown = ToastInput & { id: number }
type Toasts = { show: (toast: ToastInput) => void; endCountdown: (about: string) => void }

const ToastContext = createContext<Toasts>({ show: () => {}, endCountdown: () => {} })

/** Returns the function that reports one of the person's own acts. */
export function useToast() {
  return useContext(ToastContext).show
}

/** Returns the function that takes away the countdown told under a key, once nothing is awaited any more. */
export function useEndCountdown() {
  return useContext(ToastContext).endCountdown
}

/** Holds the toasts of all screens below it. */
export function ToastProvider({
  children,
  regionLabel,
  dismissLabel,
}: {
  children: ReactNode
  regionLabel: string
  dismissLabel: string
}) {
  const [toasts, setToasts] = useState<readonly Shown[]>([])
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  const nextId = useRef(1)

  const dismiss = useCallback((id: number) => {
    clearTimeout(timers.current.get(id))
    timers.current.delete(id)
    setToasts((current) => current.filter((toast) => toast.id !== id))
  }, [])

  const hold = useCallback((id: number) => clearTimeout(timers.current.get(id)), [])
  const release = useCallback(
    ({ id, counts }: Shown) => {
      clearTimeout(timers.current.get(id))
      const stays = counts ? Math.max(0, counts.untilMs - Date.now()) : null
      timers.current.set(
        id,
        setTimeout(
          () => dismiss(id),
          counts && stays !== null ? Math.min(stays, counts.most * 1000) + OVER_MS : TOAST_MS,
        ),
      )
    },
    [dismiss],
  )

  const show = useCallback(
    (input: ToastInput) => {
      const toast = { ...input, id: nextId.current++ }
      setToasts((current) => [...current.filter((older) => outlives(older, toast)), toast].slice(-MAX_TOASTS))
      release(toast)
    },
    [release],
  )
  const endCountdown = useCallback(
    (about: string) =>
      setToasts((current) => current.filter((toast) => !toast.counts || toast.about !== about)),
    [],
  )

  const [value] = useState({ show, endCountdown })
  return (
    <ToastContext.Provider value={value}>
      {children}
      <section
        aria-label={regionLabel}
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--float,1.5rem)+var(--notice,0px))] z-50 flex flex-col items-center gap-2 md:right-6 md:left-auto md:items-end"
      >
        {toasts.map((toast) => (
          <ToastCard
            key={toast.id}
            toast={toast}
            dismissLabel={dismissLabel}
            onHold={() => hold(toast.id)}
            onRelease={() => release(toast)}
            onDismiss={() => dismiss(toast.id)}
          />
        ))}
      </section>
    </ToastContext.Provider>
  )
}

/** A report that is over makes room for the next; what still can be undone, or went wrong, keeps its place. */
export function outlives(older: ToastInput, newer: ToastInput): boolean {
  if (older.about !== undefined && older.about === newer.about) return false
  return older.action !== undefined || older.tone === 'danger'
}

type CardProps = {
  toast: ToastInput
  dismissLabel: string
  onHold: () => void
  onRelease: () => void
  onDismiss: () => void
}

function ToastCard({ toast, dismissLabel, onHold, onRelease, onDismiss }: CardProps) {
  const { tone, message, action, counts } = toast
  const [isOver, setOver] = useState(false)
  const dismissButton = useRef<HTMLButtonElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  const Icon = counts ? Clock : tone === 'danger' ? CircleAlert : CircleCheck

  function end() {
    // The button goes: the keyboard would fall out of the page with it.
    if (document.activeElement === undoButton.current) dismissButton.current?.focus()
    setOver(true)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the clock of what is inside
    <div
      onMouseEnter={onHold}
      onMouseLeave={onRelease}
      onFocus={onHold}
      onBlur={onRelease}
      className="pointer-events-auto flex w-full max-w-sm animate-rise items-center gap-2.5 rounded-lg bg-raised py-1.5 pr-1.5 pl-3.5 shadow-float"
    >
      <Icon
        aria-hidden
        className={cn(
          'size-4 shrink-0',
          counts ? 'text-neutral' : tone === 'danger' ? 'text-danger' : 'text-success',
        )}
      />
      {counts ? (
        <div className="min-w-0 flex-1">
          <p className="sr-only">{message}</p>
          <p aria-hidden className="tnum font-medium">
            {isOver ? counts.over : <Seconds counts={counts} onOver={end} />}
          </p>
          <p aria-hidden className="truncate text-muted text-sm" title={counts.what}>
            {counts.what}
          </p>
        </div>
      ) : (
        <p className="min-w-0 flex-1 py-1">{message}</p>
      )}
      {action && !isOver ? (
        <Button
          ref={undoButton}
          size="sm"
          variant="quiet"
          className="text-accent-text"
          onClick={() => {
            action.onSelect()
            onDismiss()
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <Button ref={dismissButton} size="icon" variant="quiet" aria-label={dismissLabel} onClick={onDismiss}>
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  )
}

function Seconds({ counts, onOver }: { counts: Countdown; onOver: () => void }) {
  const seconds = useSecondsUntil(counts.untilMs, counts.most)
  const ended = useRef(onOver)
  useEffect(() => {
    ended.current = onOver
  })
  useEffect(() => {
    if (seconds === 0) ended.current()
  }, [seconds])
  return counts.title(Math.max(1, seconds))
}
