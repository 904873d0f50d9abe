'use client'

import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { cn } from '@/lib/ui/cn'
import { Button } from './button'

/** Long enough to read twelve words; a toast under the pointer or the focus stays. */
const TOAST_MS = 6000
const MAX_TOASTS = 3

export type ToastInput = {
  message: string
  tone?: 'success' | 'danger'
  action?: { label: string; onSelect: () => void }
}

type Shown = ToastInput & { id: number }

const ToastContext = createContext<(toast: ToastInput) => void>(() => {})

/** Returns the function that reports one of the person's own acts. */
export function useToast() {
  return useContext(ToastContext)
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
    (id: number) => {
      clearTimeout(timers.current.get(id))
      timers.current.set(
        id,
        setTimeout(() => dismiss(id), TOAST_MS),
      )
    },
    [dismiss],
  )

  const show = useCallback(
    (toast: ToastInput) => {
      const id = nextId.current++
      setToasts((current) => [...current, { ...toast, id }].slice(-MAX_TOASTS))
      release(id)
    },
    [release],
  )

  const value = useMemo(() => show, [show])
  return (
    <ToastContext.Provider value={value}>
      {children}
      <section
        aria-label={regionLabel}
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 bottom-20 z-50 flex flex-col items-center gap-2 md:right-6 md:bottom-6 md:left-auto md:items-end"
      >
        {toasts.map((toast) => {
          const Icon = toast.tone === 'danger' ? CircleAlert : CircleCheck
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the clock of what is inside
            <div
              key={toast.id}
              onMouseEnter={() => hold(toast.id)}
              onMouseLeave={() => release(toast.id)}
              onFocus={() => hold(toast.id)}
              onBlur={() => release(toast.id)}
              className="pointer-events-auto flex w-full max-w-sm animate-rise items-center gap-2.5 rounded-lg bg-raised py-1.5 pr-1.5 pl-3.5 shadow-float"
            >
              <Icon
                aria-hidden
                className={cn('size-4 shrink-0', toast.tone === 'danger' ? 'text-danger' : 'text-success')}
              />
              <p className="min-w-0 flex-1 py-1">{toast.message}</p>
              {toast.action ? (
                <Button
                  size="sm"
                  variant="quiet"
                  className="text-accent-text"
                  onClick={() => {
                    toast.action?.onSelect()
                    dismiss(toast.id)
                  }}
                >
                  {toast.action.label}
                </Button>
              ) : null}
              <Button size="icon" variant="quiet" aria-label={dismissLabel} onClick={() => dismiss(toast.id)}>
                <X aria-hidden className="size-4" />
              </Button>
            </div>
          )
        })}
      </section>
    </ToastContext.Provider>
  )
}
