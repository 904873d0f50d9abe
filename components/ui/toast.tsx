import { CircleAlert, CircleCheck, Clock, X } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { cn } from '@/lib/ui/cn'
import { Button } from './button'
import { useSecondsUntil } from './use-seconds-until'

/** Time for which a toast is shown; under the pointer or the focus it stays. */
const TOAST_MS = 6000
/** Time for which the end of a countdown is shown. */
const OVER_MS = 1500
const MAX_TOASTS = 3

export type ToastInput = {
  /** Text of the toast. For a countdown it is announced once: screen readers would read each second aloud. */
  message: string
  tone?: 'success' | 'danger'
  /** The label is “Try again” by default. */
  action?: { label?: string; onSelect: () => void }
  /** Subject; a toast replaces an older one about the same subject. */
  about?: string
  counts?: Countdown
}

/** An action at a time of the server's clock, which can be undone until then. */
type Countdown = {
  untilMs: number
  /** Upper limit of the countdown, seconds. */
  most: number
  title: (seconds: number) => string
  /** Title after the countdown, without the action. */
  over: string
  /** Name of the affected object. */
  what: string
}

type Shown = ToastInput & { id: number }
type Toasts = { show: (toast: ToastInput) => void; endCountdown: (about: string) => void }

const ToastContext = createContext<Toasts>({ show: () => {}, endCountdown: () => {} })

export function useToast() {
  return useContext(ToastContext).show
}

export function useEndCountdown() {
  return useContext(ToastContext).endCountdown
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useTexts()
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
      setToasts((current) =>
        [...current.filter((older) => keepsOlderToast(older, toast)), toast].slice(-MAX_TOASTS),
      )
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
        aria-label={t('common.notifications')}
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--float,1.5rem)+var(--notice,0px))] z-50 flex flex-col items-center gap-2 md:right-6 md:left-auto md:items-end"
      >
        {toasts.map((toast) => (
          <ToastCard
            key={toast.id}
            toast={toast}
            onHold={() => hold(toast.id)}
            onRelease={() => release(toast)}
            onDismiss={() => dismiss(toast.id)}
          />
        ))}
      </section>
    </ToastContext.Provider>
  )
}

/** Returns whether an older toast stays when a newer one appears: a toast with an action or an error does. */
export function keepsOlderToast(older: ToastInput, newer: ToastInput): boolean {
  if (older.about !== undefined && older.about === newer.about) return false
  return older.action !== undefined || older.tone === 'danger'
}

type CardProps = {
  toast: ToastInput
  onHold: () => void
  onRelease: () => void
  onDismiss: () => void
}

function ToastCard({ toast, onHold, onRelease, onDismiss }: CardProps) {
  const t = useTexts()
  const { tone, message, action, counts } = toast
  const [isOver, setOver] = useState(false)
  const dismissButton = useRef<HTMLButtonElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  const Icon = counts ? Clock : tone === 'danger' ? CircleAlert : CircleCheck

  function end() {
    // The button disappears, so the focus moves to the next button.
    if (document.activeElement === undoButton.current) dismissButton.current?.focus()
    setOver(true)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover only pauses the toasts inside
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
          {action.label ?? t('common.retry')}
        </Button>
      ) : null}
      <Button
        ref={dismissButton}
        size="icon"
        variant="quiet"
        aria-label={t('common.dismiss')}
        onClick={onDismiss}
        Icon={X}
      />
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
